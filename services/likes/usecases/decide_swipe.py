from typing import Any
from uuid import UUID

from shared.gazetteer.time_zones import time_zone_of

from likes.domain.swipe import SwipeAllowance, SwipeDecision
from likes.errors import LikeOfOneself, MemberNotFound, NoSwipeLikesLeft
from likes.ports import Profiles
from likes.storage import LikesUnit
from likes.usecases.record_like import record_like


def decide_swipe(
    uow: LikesUnit, profiles: Profiles, key: UUID, decision: SwipeDecision, likes_a_day: int
) -> tuple[bool, SwipeAllowance]:
    """Like or pass, once per idempotency key. Returns whether the like is mutual, and the likes left today.

    A like counts against the day in the transaction that gives it; a member who is liked already costs nothing. Raises
    LikeOfOneself, MemberNotFound, NoSwipeLikesLeft, or Unavailable without profiles.
    """
    member_id, profile_id = decision.member_id, decision.profile_id
    if member_id == profile_id:
        raise LikeOfOneself(field="profile_id")
    visible = profiles.cards_visible_to(member_id, [profile_id, member_id])
    own = visible.get(member_id)
    zone = time_zone_of(own.country, own.region) if own else time_zone_of("", None)

    def decide() -> dict[str, Any]:
        if profile_id not in visible or not uow.visibility.is_visible(profile_id, member_id):
            raise MemberNotFound()
        is_mutual = False
        if decision.is_like:
            is_new, is_mutual = record_like(uow, member_id, profile_id)
            if is_new and not uow.swipes.take_daily_like(member_id, zone, likes_a_day):
                raise NoSwipeLikesLeft()
        uow.swipes.record(decision)
        return {"match": is_mutual}

    with uow:
        body = {"profile_id": str(profile_id), "like": decision.is_like}
        answer = uow.once(actor=str(member_id), operation="swipe", key=key, body=body, do=decide)
        allowance = uow.swipes.allowance(member_id, zone, likes_a_day)
        uow.commit()
    return bool(answer["match"]), allowance
