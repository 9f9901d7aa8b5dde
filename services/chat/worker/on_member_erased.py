from uuid import UUID

from chat.storage import ChatUnit


def part_the_blocked(uow: ChatUnit, member_id: UUID) -> None:
    """Once the blocks are forgotten, whom they kept apart must not find each other's words again."""
    uow.conversations.remove_where_blocked(member_id)


def leave_a_name_plate(uow: ChatUnit, member_id: UUID) -> None:
    """What remains says only that somebody was there; partners keep what was written to them."""
    uow.members.delete(member_id)
    uow.standings.note(member_id)
