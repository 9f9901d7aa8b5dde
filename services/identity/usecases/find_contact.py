from uuid import UUID

from servicekit.errors import NotFound

from identity.domain.account import Account, Status
from identity.ports import IdentityUnitOfWork


def find_contact(uow: IdentityUnitOfWork, member_id: UUID) -> Account:
    """Where a member's mail goes. Raises NotFound for members who are gone: they get none."""
    with uow.reading() as uow:
        account = uow.accounts.get(member_id)
    if account is None or account.status is Status.DELETED:
        raise NotFound()
    return account
