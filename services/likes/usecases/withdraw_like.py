from uuid import UUID

from likes.events.published import like_withdrawn
from likes.storage import LikesUnit


def withdraw_like(uow: LikesUnit, liker_id: UUID, liked_id: UUID) -> None:
    """Delete a like, and the match with it. Nothing happens without such a like."""
    with uow:
        # The lock of `record_like`: a like given back meanwhile must not leave a match behind.
        uow.likes.lock_pair(liker_id, liked_id)
        if uow.likes.remove(liker_id, liked_id):
            uow.matches.remove(liker_id, liked_id)
            uow.announce(like_withdrawn(liker_id, liked_id))
        uow.commit()
