from uuid import UUID

from servicekit.errors import NotFound

from identity.domain.account import Account, Greeting
from identity.ports import IdentityUnitOfWork


def find_greeting(uow: IdentityUnitOfWork, member_id: UUID) -> tuple[Account, Greeting]:
    """What a member wrote to someone while signing up. Raises NotFound until she has confirmed, and when she left."""
    with uow.reading() as uow:
        account, greeting = uow.accounts.get(member_id), uow.greetings.of(member_id)
    if account is None or greeting is None or not account.is_confirmed:
        raise NotFound()
    return account, greeting
