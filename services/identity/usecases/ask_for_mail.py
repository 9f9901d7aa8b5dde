from uuid import uuid4

from pairwise.identity.v1.events_pb2 import MailRequested

from identity.domain.account import Account
from identity.ports import IdentityUnitOfWork, Seal


def ask_for_mail(
    uow: IdentityUnitOfWork, seal: Seal, account: Account, template: str, *, to: str | None = None, **content: str
) -> None:
    """Have a mail sent to the account's owner, or to another address of theirs, in the caller's transaction."""
    uow.announce(
        MailRequested(
            mail_id=str(uuid4()),
            member_id=str(account.id),
            template=template,
            locale=account.locale,
            site=account.site,
            sealed=seal.close({"to": to or account.email, "name": account.name, **content}),
        )
    )
