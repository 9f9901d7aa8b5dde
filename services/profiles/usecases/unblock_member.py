from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberUnblocked

from profiles.storage import ProfilesUnit


def unblock_member(uow: ProfilesUnit, member_id: UUID, blocked_id: UUID) -> None:
    """Take a block back; where there is none, nothing is to do."""
    with uow:
        if uow.blocks.remove(member_id, blocked_id):
            uow.announce(MemberUnblocked(blocker_id=str(member_id), blocked_id=str(blocked_id)))
        uow.commit()
