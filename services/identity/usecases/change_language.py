from uuid import UUID

from pairwise.identity.v1.events_pb2 import LanguageChanged
from servicekit.errors import AuthenticationRequired, Invalid
from sites import Site

from identity.domain.account import Account
from identity.ports import IdentityUnitOfWork


def change_language(uow: IdentityUnitOfWork, site: Site, member_id: UUID, locale: str) -> Account:
    """Raises Invalid when the site does not offer the language."""
    if locale not in site.locales:
        raise Invalid(field="language")
    with uow:
        account = uow.accounts.get(member_id)
        if account is None:
            raise AuthenticationRequired()
        if account.locale != locale:
            account.locale = locale
            uow.accounts.save(account)
            uow.announce(LanguageChanged(member_id=str(member_id), locale=locale))
            uow.commit()
    return account
