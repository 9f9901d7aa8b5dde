from uuid import UUID

from pairwise.identity.v1.events_pb2 import LanguageChanged
from servicekit.errors import AuthenticationRequired

from identity.domain.account import Account
from identity.ports import IdentityUnitOfWork


def change_language(uow: IdentityUnitOfWork, member_id: UUID, locale: str) -> Account:
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
