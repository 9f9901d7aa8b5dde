"""What every way of liking someone does."""

from datetime import datetime
from uuid import UUID

from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.likes.v1.events_pb2 import LikeGiven, MatchMade

from likes.ports import LikesUnitOfWork


def note_like(uow: LikesUnitOfWork, liker_id: UUID, liked_id: UUID) -> tuple[bool, bool]:
    """Like a member, in the caller's transaction. Returns whether this is a new like, and whether it is mutual."""
    # Two who like each other at the same moment are taken one after the other: the second finds the first's like.
    uow.likes.lock_pair(liker_id, liked_id)
    now = uow.now()
    is_mutual = uow.likes.is_given(liked_id, liker_id)
    is_new = uow.likes.add(liker_id, liked_id)
    if is_new:
        uow.announce(LikeGiven(liker_id=str(liker_id), liked_id=str(liked_id), given_at=_stamp(now)))
    if is_mutual and uow.matches.add(liker_id, liked_id):
        first_id, second_id = sorted((liker_id, liked_id))
        uow.announce(MatchMade(first_id=str(first_id), second_id=str(second_id), made_at=_stamp(now)))
    return is_new, is_mutual


def _stamp(at: datetime) -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(at)
    return stamp
