from collections.abc import Sequence
from uuid import UUID

from identity.storage import IdentityUnit

# More members than a household has: the network of a mobile carrier, a school or an employer, which says nothing.
HOUSEHOLD = 5


def compare_members(
    uow: IdentityUnit, member_id: UUID, other_ids: Sequence[UUID]
) -> tuple[Sequence[UUID], Sequence[UUID]]:
    """Those of the others that share a small network with the member, and those that share the class of a device."""
    with uow.reading() as reads:
        return (
            reads.networks.sharing(member_id, other_ids, HOUSEHOLD),
            reads.sessions.of_same_device(member_id, other_ids),
        )
