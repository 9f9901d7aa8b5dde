from uuid import UUID

from shared.kit.core import NotFound
from shared.kit.db import once

from profiles.errors import invalid_field
from profiles.events.published import member_blocked
from profiles.ports import Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.profile.find_viewer import find_viewer


def block_member(uow: ProfilesUnit, pause: Pause, member_id: UUID, blocked_id: UUID, key: UUID) -> None:
    """Hide two members from each other, once per key however often it is retried.

    A retry that comes after the block was taken back does not bring it back.
    """
    if blocked_id == member_id:
        raise invalid_field("profile_id")

    def block() -> dict[str, str]:
        is_elsewhere = uow.profiles.pool(blocked_id) != viewer.pool
        # Both stay until this is done: a block between the erased would be refused by the database.
        if is_elsewhere or not all(uow.profiles.lock_shared(each) for each in sorted((member_id, blocked_id))):
            raise NotFound()
        if uow.blocks.add(member_id, blocked_id):
            uow.announce(member_blocked(member_id, blocked_id))
        return {}

    with uow:
        viewer = find_viewer(uow, pause, member_id)
        body = {"profile_id": str(blocked_id)}
        once(uow.session, actor=str(member_id), operation="block", key=key, body=body, do=block)
        uow.commit()
