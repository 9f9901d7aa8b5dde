from datetime import datetime, timedelta
from uuid import uuid4

from pairwise.identity.v1.events_pb2 import MailRequested

from identity.domain.account import Account
from identity.domain.session import hash_secret, new_secret
from identity.ports import IdentityUnitOfWork, Seal

PURPOSE = "activation"
LASTS = timedelta(days=7)


def send_activation(uow: IdentityUnitOfWork, seal: Seal, account: Account, at: datetime) -> None:
    """Ask for the mail that confirms the address, in the caller's transaction; older links stop working."""
    secret = new_secret()
    uow.tokens.replace(account.id, PURPOSE, hash_secret(secret), at + LASTS)
    uow.announce(
        MailRequested(
            mail_id=str(uuid4()),
            member_id=str(account.id),
            template="activation",
            locale=account.locale,
            site=account.site,
            sealed=seal.close({"to": account.email, "name": account.name, "token": secret}),
        )
    )
