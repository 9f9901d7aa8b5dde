from datetime import datetime
from uuid import uuid4

from pairwise.identity.v1.events_pb2 import MailRequested

from identity.domain.account import Account
from identity.domain.session import hash_secret, new_secret
from identity.domain.token import Purpose
from identity.sealing import MailSealer
from identity.storage import IdentityUnit


def send_reactivation(uow: IdentityUnit, sealer: MailSealer, account: Account, until: datetime) -> None:
    """Request the mail with the reactivation link, in the caller's transaction. Older links become invalid."""
    secret = new_secret()
    uow.tokens.replace(account.id, Purpose.REACTIVATION, hash_secret(secret), until)
    uow.announce(
        MailRequested(
            mail_id=str(uuid4()),
            member_id=str(account.id),
            template="reactivation",
            locale=account.locale,
            site=account.site,
            sealed=sealer.seal(
                {"to": account.email, "name": account.name, "token": secret, "until": until.date().isoformat()}
            ),
        )
    )
