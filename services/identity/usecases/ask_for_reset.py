from datetime import datetime, timedelta

from sites import Site

from identity.domain.account import Status, normal_email
from identity.domain.attempts import subject
from identity.errors import AccountDeleted, EmailUnknown, TooManyResetMails
from identity.ports import IdentityUnitOfWork, Seal
from identity.security_events import about
from identity.usecases.take_request import Request, take_request

MAILS_A_DAY = 5


def ask_for_reset(uow: IdentityUnitOfWork, seal: Seal, site_key: str, site: Site, email: str) -> None:
    """Have a link for a new password mailed. A site that tells nobody who has an account answers everyone alike."""
    address = normal_email(email)
    with uow:
        if not uow.attempts.take_today(subject("reset-mail", site_key, address), MAILS_A_DAY):
            raise TooManyResetMails(retry_after_seconds=seconds_to_midnight(uow.now()))
        # Looked up on every site: the same work for every address.
        account = uow.accounts.look_up(site_key, address)
        about(account.id if account else None)
        if site.account_disclosure == "spec":
            if account is None:
                raise EmailUnknown(field="email")
            if account.status is Status.DELETED:
                raise AccountDeleted()
        request = Request.of(account, "reset", email=address) if account else Request("reset", site_key, address)
        take_request(uow, seal, request)
        uow.commit()


def seconds_to_midnight(at: datetime) -> int:
    midnight = (at + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return max(1, int((midnight - at).total_seconds()))
