from identity.domain.account import Account
from identity.events.published import mail_requested
from identity.sealing import MailSealer
from identity.storage import IdentityUnit


def request_mail(
    uow: IdentityUnit, sealer: MailSealer, account: Account, template: str, *, to: str | None = None, **content: str
) -> None:
    """Announce a mail to the account's address, or to another one of its owner, in the caller's transaction."""
    sealed = sealer.seal({"to": to or account.email, "name": account.name, **content})
    uow.announce(mail_requested(account, template, sealed))
