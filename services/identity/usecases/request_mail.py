from uuid import uuid4

from pairwise.identity.v1.events_pb2 import MailRequested

from identity.domain.account import Account
from identity.sealing import MailSealer
from identity.storage import IdentityUnit


def request_mail(
    uow: IdentityUnit, sealer: MailSealer, account: Account, template: str, *, to: str | None = None, **content: str
) -> None:
    """Announce a mail to the account's address, or to another one of its owner, in the caller's transaction."""
    uow.announce(
        MailRequested(
            mail_id=str(uuid4()),
            member_id=str(account.id),
            template=template,
            locale=account.locale,
            site=account.site,
            sealed=sealer.seal({"to": to or account.email, "name": account.name, **content}),
        )
    )
