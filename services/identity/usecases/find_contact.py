from uuid import UUID

from shared.kit.errors import NotFound

from identity.domain.account import Account, Status
from identity.storage import IdentityUnit


def find_contact(uow: IdentityUnit, member_id: UUID) -> Account:
    """The account with the address for a member's mails. Raises NotFound for deleted and erased members."""
    with uow.reading() as uow:
        account = uow.accounts.get(member_id)
    if account is None or account.status is Status.DELETED:
        raise NotFound()
    return account
