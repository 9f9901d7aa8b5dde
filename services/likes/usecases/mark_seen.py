from uuid import UUID

from likes.ports import LikesUnitOfWork
from likes.usecases.list_likes import Sight


def mark_seen(uow: LikesUnitOfWork, member_id: UUID, liker_id: UUID | None, sight: Sight = Sight.ALL) -> int:
    """The member has opened who liked them, or without naming anyone all they got that
    are not opened one by one: the veiled ones, for whom there are such. Returns how many new ones are left.

    Whoever may not see who likes them cannot find it out by naming members one by one.
    """
    with uow:
        if liker_id is None:
            uow.likes.mark_all_seen(member_id, mutual=None if sight is Sight.ALL else False)
        elif sight is Sight.ALL or uow.likes.is_given(member_id, liker_id):
            uow.likes.mark_seen(liker_id, member_id)
        left = uow.likes.counts(member_id).new
        uow.commit()
    return left
