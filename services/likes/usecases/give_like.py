from datetime import datetime
from typing import Any
from uuid import UUID

from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.likes.v1.events_pb2 import LikeGiven, MatchMade

from likes.errors import LikeOfOneself, MemberNotFound
from likes.ports import Cards, LikesUnitOfWork


def give_like(uow: LikesUnitOfWork, cards: Cards, like_id: UUID, liker_id: UUID, liked_id: UUID) -> bool:
    """Like a member, once, however often it is retried. Returns whether the two like each other now."""
    if liker_id == liked_id:
        raise LikeOfOneself(field="profile_id")

    def like() -> dict[str, Any]:
        if not cards.seen_by(liker_id, [liked_id]):
            raise MemberNotFound()
        # Two who like each other at the same moment are taken one after the other: the second finds the first's like.
        uow.likes.lock_pair(liker_id, liked_id)
        now = uow.now()
        is_mutual = uow.likes.is_given(liked_id, liker_id)
        if uow.likes.add(liker_id, liked_id):
            uow.announce(LikeGiven(liker_id=str(liker_id), liked_id=str(liked_id), given_at=_stamp(now)))
        if is_mutual and uow.matches.add(liker_id, liked_id):
            first_id, second_id = sorted((liker_id, liked_id))
            uow.announce(MatchMade(first_id=str(first_id), second_id=str(second_id), made_at=_stamp(now)))
        return {"match": is_mutual}

    with uow:
        answer = uow.once(
            actor=str(liker_id), operation="like", key=like_id, body={"profile_id": str(liked_id)}, do=like
        )
        uow.commit()
    return bool(answer["match"])


def _stamp(at: datetime) -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(at)
    return stamp
