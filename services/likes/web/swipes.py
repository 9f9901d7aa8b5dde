from flask import Blueprint
from servicekit.web import caller, endpoint
from servicekit.web.endpoint import Nothing

from likes.usecases.swipe import Decision, deal, decide, take_back
from likes.web.context import current_site, wiring
from likes.web.models import HandAnswer, OfMember, Swipe, SwipeAnswer

swipes = Blueprint("swipes", __name__, url_prefix="/api")


@swipes.get("/swipe-game.php")
@endpoint()
def get_swipe_game() -> HandAnswer:
    """The next members to decide on, and the likes that are left of the caller's day."""
    held = wiring()
    return HandAnswer.of(deal(held.unit_of_work(), held.cards, caller().member_id, current_site().swipe_likes))


@swipes.post("/swipe-game.php")
@endpoint(status=201)
def post_swipe(body: Swipe) -> SwipeAnswer:
    """Like or pass."""
    held = wiring()
    decision = Decision(caller().member_id, body.profile_id, body.like)
    match, allowance = decide(held.unit_of_work(), held.cards, body.id, decision, current_site().swipe_likes)
    return SwipeAnswer(
        profile_id=body.profile_id, match=match, likes_left=allowance.left, resets_at=allowance.resets_at
    )


@swipes.delete("/swipe-game.php")
@endpoint()
def delete_swipe(body: OfMember) -> Nothing:
    """Take the last pass back."""
    take_back(wiring().unit_of_work(), caller().member_id, body.profile_id)
    return Nothing()
