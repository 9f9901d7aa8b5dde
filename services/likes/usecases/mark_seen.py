from uuid import UUID

from likes.domain.visibility import LikerVisibility
from likes.storage import LikesUnit


def mark_seen(
    uow: LikesUnit, member_id: UUID, liker_id: UUID | None, visibility: LikerVisibility = LikerVisibility.ALL
) -> int:
    """Mark one received like as seen, or without `liker_id` all of them. Returns the number of new ones left.

    Where likers are not shown, marking all is about those likes alone that cannot be opened one by one, and an id is
    accepted only if the member likes that one, too: otherwise the count would show whether an id belongs to a liker.
    """
    with uow:
        if liker_id is None:
            uow.likes.mark_all_seen(member_id, matched=None if visibility is LikerVisibility.ALL else False)
        elif visibility is LikerVisibility.ALL or uow.likes.is_given(member_id, liker_id):
            uow.likes.mark_seen(liker_id, member_id)
        left = uow.lists.counts(member_id).new
        uow.commit()
    return left
