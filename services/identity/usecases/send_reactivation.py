from datetime import datetime
from uuid import uuid4

from pairwise.identity.v1.events_pb2 import MailRequested

from identity.domain.account import Account
from identity.domain.session import hash_secret, new_secret
from identity.domain.token import Purpose
from identity.ports import IdentityUnitOfWork, Seal


def send_reactivation(uow: IdentityUnitOfWork, seal: Seal, account: Account, until: datetime) -> None:
    """Ask for the mail with the way back, in the caller's transaction; older links stop working."""
    secret = new_secret()
    uow.tokens.replace(account.id, Purpose.REACTIVATION, hash_secret(secret), until)
    uow.announce(
        MailRequested(
            mail_id=str(uuid4()),
            member_id=str(account.id),
            template="reactivation",
            locale=account.locale,
            site=account.site,
            sealed=seal.close(
                {"to": account.email, "name": account.name, "token": secret, "until": until.date().isoformat()}
            ),
        )
    )
