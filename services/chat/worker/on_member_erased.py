from uuid import UUID

from chat.storage import ChatUnit


def leave_a_name_plate(uow: ChatUnit, member_id: UUID) -> None:
    """What remains says only that somebody was there; partners keep what was written to them."""
    uow.members.delete(member_id)
