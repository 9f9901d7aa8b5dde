from flask import Blueprint
from servicekit.web import caller, endpoint
from servicekit.web.endpoint import Nothing

from likes.usecases.give_like import give_like
from likes.usecases.list_likes import list_likes
from likes.usecases.mark_seen import mark_seen
from likes.usecases.withdraw_like import withdraw_like
from likes.web.context import wiring
from likes.web.models import GiveLike, LikeAnswer, LikesAnswer, NewLikesAnswer, OfMember

likes = Blueprint("likes", __name__, url_prefix="/api")


@likes.get("/likes.php")
@endpoint()
def get_likes() -> LikesAnswer:
    """The likes the caller gave and got, the newest first."""
    held = wiring()
    return LikesAnswer.of(list_likes(held.unit_of_work(), held.cards, caller().member_id))


@likes.put("/likes.php")
@endpoint()
def put_likes(body: OfMember) -> NewLikesAnswer:
    """The caller has opened this member's like: it is not new any more."""
    held = wiring()
    return NewLikesAnswer(
        total_new_likes=mark_seen(held.unit_of_work(), held.cards, caller().member_id, body.profile_id)
    )


@likes.post("/like.php")
@endpoint(status=201)
def post_like(body: GiveLike) -> LikeAnswer:
    """Like a member."""
    held = wiring()
    match = give_like(held.unit_of_work(), held.cards, body.id, caller().member_id, body.profile_id)
    return LikeAnswer(profile_id=body.profile_id, match=match)


@likes.delete("/like.php")
@endpoint()
def delete_like(body: OfMember) -> Nothing:
    """Take a like back."""
    withdraw_like(wiring().unit_of_work(), caller().member_id, body.profile_id)
    return Nothing()
