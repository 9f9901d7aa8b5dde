from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from shared.gazetteer.time_zones import time_zone_of

from likes.domain.swipe import SwipeAllowance
from likes.ports import Card, Profiles
from likes.storage import LikesUnit

DECK_SIZE = 10


@dataclass(frozen=True)
class CandidateDeck:
    """The next candidates of the swipe game, the likes left today, and the last decision, which can be undone."""

    cards: Sequence[Card]
    allowance: SwipeAllowance
    last_pass: Card | None
    last_like: Card | None
    day: date


def show_deck(uow: LikesUnit, profiles: Profiles, member_id: UUID, likes_a_day: int) -> CandidateDeck:
    """The next candidates: none decided about before, liked already, or hidden from the member."""
    with uow.reading() as reads:
        decided = reads.swipes.decided_profile_ids(member_id)
        last = reads.swipes.last_decision(member_id)
    found = profiles.find_candidates(member_id, decided, DECK_SIZE)
    card = profiles.cards_visible_to(member_id, [last.profile_id]).get(last.profile_id) if last else None
    is_like = last is not None and last.is_like
    with uow.reading() as reads:
        day = reads.now().date()
        allowance = reads.swipes.allowance(member_id, time_zone_of(found.country, found.region), likes_a_day)
    return CandidateDeck(found.cards, allowance, None if is_like else card, card if is_like else None, day)
