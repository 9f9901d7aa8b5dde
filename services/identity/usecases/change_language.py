from uuid import UUID

from shared.kit.core import AuthenticationRequired, Invalid
from shared.sites import Site

from identity.domain.account import Account, Status
from identity.events.published import language_changed
from identity.storage import IdentityUnit


def change_language(uow: IdentityUnit, site: Site, member_id: UUID, locale: str) -> Account:
    """Change the language of the member's pages and mails. Raises Invalid if the site does not offer it."""
    if locale not in site.locales:
        raise Invalid(field="language")
    with uow:
        # Locked, because `save` writes the status, too: one that was read before a deletion would undo it.
        account = uow.accounts.lock(member_id)
        if account is None or account.status is Status.DELETED:
            raise AuthenticationRequired()
        if account.locale != locale:
            account.locale = locale
            uow.accounts.save(account)
            uow.announce(language_changed(member_id, locale))
            uow.commit()
    return account
