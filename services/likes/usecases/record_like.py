"""Recording a like: the part that lists, swipe game and every other way of liking have in common."""

from uuid import UUID

from likes.domain.like import Opener
from likes.events.published import like_given, match_made
from likes.storage import LikesUnit


def record_like(uow: LikesUnit, liker_id: UUID, liked_id: UUID, opener: Opener | None = None) -> tuple[bool, bool]:
    """Insert the like and, if it is mutual, the match, in the caller's transaction. Returns (is_new, is_mutual).

    The match has the words of both likes posted. Raises LikeNamesAnother.

    The race: two members who like each other at the same moment would each read before the other has committed, and
    both miss the match. An advisory lock on the pair makes their transactions run one after the other, so that the
    second one finds the like of the first.
    """
    uow.likes.lock_pair(liker_id, liked_id)
    now = uow.now()
    is_mutual = uow.likes.is_given(liked_id, liker_id)
    is_new = uow.likes.add(liker_id, liked_id, opener)
    if is_new:
        uow.announce(like_given(liker_id, liked_id, now))
    if is_mutual and uow.matches.add(liker_id, liked_id):
        first_id, second_id = sorted((liker_id, liked_id))
        uow.announce(match_made(first_id, second_id, now))
        uow.likes.queue_openers(liker_id, liked_id)
    elif is_mutual and is_new:
        # Those of the other were posted or dropped with the match.
        uow.likes.queue_openers(liker_id, liked_id, is_both=False)
    return is_new, is_mutual
