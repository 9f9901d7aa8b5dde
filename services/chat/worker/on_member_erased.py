from uuid import UUID

from chat.storage import ChatUnit


def before_erasing(uow: ChatUnit, member_id: UUID) -> None:
    part_the_blocked(uow, member_id)
    pictures_go(uow, member_id)


def part_the_blocked(uow: ChatUnit, member_id: UUID) -> None:
    """Once the blocks are forgotten, whom they kept apart must not find each other's words again."""
    uow.conversations.remove_where_blocked(member_id)


def pictures_go(uow: ChatUnit, member_id: UUID) -> None:
    """The words a member wrote are their partners', too; the photos are of the member."""
    uow.photos.loosen_all(member_id)


def leave_a_name_plate(uow: ChatUnit, member_id: UUID) -> None:
    """What remains says only that somebody was there; partners keep what was written to them."""
    uow.members.delete(member_id)
    uow.standings.note(member_id)
