from typing import Any
from uuid import UUID

from likes.errors import LikeOfOneself, MemberNotFound
from likes.ports import Cards, LikesUnitOfWork
from likes.usecases.liking import note_like


def give_like(uow: LikesUnitOfWork, cards: Cards, like_id: UUID, liker_id: UUID, liked_id: UUID) -> bool:
    """Like a member, once, however often it is retried. Returns whether the two like each other now."""
    if liker_id == liked_id:
        raise LikeOfOneself(field="profile_id")

    def like() -> dict[str, Any]:
        if not (uow.likes.is_shown(liker_id, liked_id) and cards.seen_by(liker_id, [liked_id])):
            raise MemberNotFound()
        _, is_mutual = note_like(uow, liker_id, liked_id)
        return {"match": is_mutual}

    with uow:
        answer = uow.once(
            actor=str(liker_id), operation="like", key=like_id, body={"profile_id": str(liked_id)}, do=like
        )
        uow.commit()
    return bool(answer["match"])
