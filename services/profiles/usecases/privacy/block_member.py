from uuid import UUID

from shared.kit.core import NotFound
from shared.kit.db import once

from profiles.domain.unmatch import UnmatchReason
from profiles.errors import invalid_field
from profiles.events.published import member_blocked, member_unmatched
from profiles.ports import Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.profile.find_viewer import find_viewer


def block_member(uow: ProfilesUnit, pause: Pause, member_id: UUID, blocked_id: UUID, key: UUID) -> None:
    """Hide two members from each other, once per key however often it is retried.

    A retry that comes after the block was taken back does not bring it back.
    """
    with uow:
        pool = find_viewer(uow, pause, member_id).pool
        body = {"profile_id": str(blocked_id)}

        def block() -> dict[str, str]:
            _block(uow, pool, member_id, blocked_id)
            return {}

        once(uow.session, actor=str(member_id), operation="block", key=key, body=body, do=block)
        uow.commit()


def unmatch_member(
    uow: ProfilesUnit, pause: Pause, member_id: UUID, unmatched_id: UUID, reason: UnmatchReason | None, key: UUID
) -> None:
    """Block a member, and end likes, match and conversation of the two for both, once per key.

    Taking the block back does not bring these back. A block of before keeps its day and gets the reason.
    """
    with uow:
        pool = find_viewer(uow, pause, member_id).pool
        body = {"profile_id": str(unmatched_id), "reason": reason}

        def unmatch() -> dict[str, str]:
            _block(uow, pool, member_id, unmatched_id)
            if reason:
                uow.blocks.set_reason(member_id, unmatched_id, reason)
            uow.announce(member_unmatched(member_id, unmatched_id))
            return {}

        once(uow.session, actor=str(member_id), operation="unmatch", key=key, body=body, do=unmatch)
        uow.commit()


def _block(uow: ProfilesUnit, pool: int, member_id: UUID, blocked_id: UUID) -> None:
    if blocked_id == member_id:
        raise invalid_field("profile_id")
    is_elsewhere = uow.profiles.pool(blocked_id) != pool
    # Both stay until this is done: a block between the erased would be refused by the database.
    if is_elsewhere or not all(uow.profiles.lock_shared(each) for each in sorted((member_id, blocked_id))):
        raise NotFound()
    if uow.blocks.add(member_id, blocked_id):
        uow.announce(member_blocked(member_id, blocked_id))
