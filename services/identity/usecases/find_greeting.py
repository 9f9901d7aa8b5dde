from uuid import UUID

from shared.kit.core import NotFound

from identity.domain.account import Account, Greeting
from identity.storage import IdentityUnit


def find_greeting(uow: IdentityUnit, member_id: UUID) -> tuple[Account, Greeting]:
    """The greeting that a member wrote during the sign-up. Raises NotFound unless the address is confirmed."""
    with uow.reading() as uow:
        account, greeting = uow.accounts.get(member_id), uow.greetings.of(member_id)
    if account is None or greeting is None or not account.is_confirmed:
        raise NotFound()
    return account, greeting
