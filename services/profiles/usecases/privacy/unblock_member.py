from uuid import UUID

from profiles.events.published import member_unblocked
from profiles.storage import ProfilesUnit


def unblock_member(uow: ProfilesUnit, member_id: UUID, blocked_id: UUID) -> None:
    """Take a block back; where there is none, nothing is to do."""
    with uow:
        if uow.blocks.remove(member_id, blocked_id):
            uow.announce(member_unblocked(member_id, blocked_id))
        uow.commit()
