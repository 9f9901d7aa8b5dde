"""Events that likes publishes."""

from datetime import datetime
from uuid import UUID

from pairwise.likes.v1.events_pb2 import LikeGiven, LikeWithdrawn, MatchMade


def like_given(liker_id: UUID, liked_id: UUID, at: datetime) -> LikeGiven:
    return LikeGiven(liker_id=str(liker_id), liked_id=str(liked_id), given_at=at)


def like_withdrawn(liker_id: UUID, liked_id: UUID) -> LikeWithdrawn:
    return LikeWithdrawn(liker_id=str(liker_id), liked_id=str(liked_id))


def match_made(first_id: UUID, second_id: UUID, at: datetime) -> MatchMade:
    return MatchMade(first_id=str(first_id), second_id=str(second_id), made_at=at)
