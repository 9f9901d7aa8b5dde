from uuid import UUID

from likes.storage import LikesUnit


def undo_pass(uow: LikesUnit, member_id: UUID, profile_id: UUID) -> None:
    """Undo the member's last pass. Nothing happens unless it was about `profile_id`."""
    with uow:
        uow.swipes.undo_pass(member_id, profile_id)
        uow.commit()
