from dataclasses import dataclass
from uuid import UUID

from shared.gazetteer.time_zones import time_zone_of

from likes.events.published import like_withdrawn
from likes.ports import Profiles
from likes.storage import LikesUnit


@dataclass(frozen=True)
class UndoneSwipe:
    """Whether a like was taken back, and whether the liked member had seen it."""

    is_like: bool = False
    was_seen: bool = False


def undo_swipe(uow: LikesUnit, profiles: Profiles, member_id: UUID, profile_id: UUID) -> UndoneSwipe:
    """Undo the member's last decision of the swipe game. Nothing happens unless it was about `profile_id`.

    A like that this decision gave is withdrawn with its match, and its day gets it back. A like given earlier, by
    another way, stays. Raises Unavailable without profiles, which know the member's time zone.
    """
    own = profiles.cards_visible_to(member_id, [member_id]).get(member_id)
    zone = time_zone_of(own.country, own.region) if own else time_zone_of("", None)
    undone = UndoneSwipe()
    with uow:
        # The lock of `record_like`, taken before any row: a like given back meanwhile must not leave a match behind.
        uow.likes.lock_pair(member_id, profile_id)
        decision = uow.swipes.undo_last(member_id, profile_id)
        if decision is not None and decision.is_like:
            was_seen = uow.likes.remove_given_at(member_id, profile_id, decision.decided_at)
            if was_seen is not None:
                uow.matches.remove(member_id, profile_id)
                uow.swipes.return_daily_like(member_id, zone, decision.decided_at)
                uow.announce(like_withdrawn(member_id, profile_id))
                undone = UndoneSwipe(is_like=True, was_seen=was_seen)
        uow.commit()
    return undone
