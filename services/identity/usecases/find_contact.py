from collections.abc import Sequence
from uuid import UUID

from shared.kit.errors import Invalid, NotFound

from identity.domain.account import Account, Status
from identity.storage import IdentityUnit

MOST = 200


def find_contact(uow: IdentityUnit, member_id: UUID) -> Account:
    """The account with the address for a member's mails. Raises NotFound for deleted and erased members."""
    found = find_contacts(uow, [member_id])
    if not found:
        raise NotFound()
    return found[0]


def find_contacts(uow: IdentityUnit, member_ids: Sequence[UUID]) -> list[Account]:
    """The accounts with the addresses of at most 200 members' mails; deleted and erased members have none."""
    if len(member_ids) > MOST:
        raise Invalid(field="member_ids")
    with uow.reading() as uow:
        accounts = uow.accounts.get_many(member_ids)
    return [account for account in accounts if account.status is not Status.DELETED]
