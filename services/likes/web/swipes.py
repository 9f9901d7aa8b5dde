from uuid import UUID

from flask import Blueprint
from shared.kit.http import caller, endpoint, limiter, locale, visitor

from likes.domain.swipe import SwipeDecision
from likes.errors import TooManyCards
from likes.usecases.decide_swipe import decide_swipe
from likes.usecases.show_deck import show_deck
from likes.usecases.undo_swipe import undo_swipe
from likes.web.context import current_site, wiring
from likes.web.models import CandidateDeckAnswer, OfMember, Swipe, SwipeAnswer, UndoneSwipeAnswer

swipes = Blueprint("swipes", __name__, url_prefix="/api")


@swipes.get("/swipe-game.php")
@endpoint()
def get_swipe_game() -> CandidateDeckAnswer:
    """The next candidates, and the likes left of the caller's day."""
    dependencies = wiring()
    deck = show_deck(dependencies.unit_of_work(), dependencies.profiles, caller().member_id, current_site().swipe_likes)
    limiter().take("cards", visitor(), shown=[UUID(card.id) for card in deck.cards], refusal=TooManyCards)
    return CandidateDeckAnswer.of(deck, current_site(), locale())


@swipes.post("/swipe-game.php")
@endpoint(status=201)
def post_swipe(body: Swipe) -> SwipeAnswer:
    """Like or pass."""
    dependencies = wiring()
    decision = SwipeDecision(caller().member_id, body.profile_id, body.like)
    match, allowance = decide_swipe(
        dependencies.unit_of_work(), dependencies.profiles, body.id, decision, current_site().swipe_likes
    )
    return SwipeAnswer(
        profile_id=body.profile_id, match=match, likes_left=allowance.left, resets_at=allowance.resets_at
    )


@swipes.delete("/swipe-game.php")
@endpoint()
def delete_swipe(body: OfMember) -> UndoneSwipeAnswer:
    """Undo the last decision."""
    dependencies = wiring()
    undone = undo_swipe(dependencies.unit_of_work(), dependencies.profiles, caller().member_id, body.profile_id)
    return UndoneSwipeAnswer(like=undone.is_like, seen=undone.was_seen)
