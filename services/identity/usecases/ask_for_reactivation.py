from identity.domain.account import normal_email
from identity.domain.attempts import subject
from identity.errors import TooManyReactivationMails
from identity.ports import IdentityUnitOfWork, Seal
from identity.usecases.ask_for_reset import seconds_to_midnight
from identity.usecases.take_request import Request, take_request

MAILS_A_DAY = 5


def ask_for_reactivation(uow: IdentityUnitOfWork, seal: Seal, site_key: str, email: str) -> None:
    """Have the way back mailed once more. Every address is answered alike; mail goes to those of deleted accounts."""
    address = normal_email(email)
    with uow:
        if not uow.attempts.take_today(subject("reactivation-mail", site_key, address), MAILS_A_DAY):
            raise TooManyReactivationMails(retry_after_seconds=seconds_to_midnight(uow.now()))
        take_request(uow, seal, Request("reactivation", site_key, email=address))
        uow.commit()
