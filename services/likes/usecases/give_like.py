from typing import Any
from uuid import UUID

from likes.errors import LikeOfOneself, MemberNotFound
from likes.ports import Profiles
from likes.storage import LikesUnit
from likes.usecases.record_like import record_like


def give_like(uow: LikesUnit, profiles: Profiles, like_id: UUID, liker_id: UUID, liked_id: UUID) -> bool:
    """Like a member, once per idempotency key `like_id`. Returns whether the like is mutual.

    Raises LikeOfOneself, MemberNotFound, or Unavailable without profiles.
    """
    if liker_id == liked_id:
        raise LikeOfOneself(field="profile_id")

    def like() -> dict[str, Any]:
        is_visible = uow.visibility.is_visible(liked_id, liker_id) and profiles.cards_visible_to(liker_id, [liked_id])
        if not is_visible:
            raise MemberNotFound()
        _, is_mutual = record_like(uow, liker_id, liked_id)
        return {"match": is_mutual}

    with uow:
        answer = uow.once(
            actor=str(liker_id), operation="like", key=like_id, body={"profile_id": str(liked_id)}, do=like
        )
        uow.commit()
    return bool(answer["match"])
