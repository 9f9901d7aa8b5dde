from flask import Blueprint
from servicekit.errors import FieldError, Invalid
from servicekit.web import caller, endpoint
from servicekit.web.endpoint import Nothing
from servicekit.web.guards import changes_state

from likes.usecases.give_like import give_like
from likes.usecases.list_likes import list_likes, list_more
from likes.usecases.mark_seen import mark_seen
from likes.usecases.show_next_like import show_next_like
from likes.usecases.which_liked import which_liked
from likes.usecases.withdraw_like import withdraw_like
from likes.web.context import sight, wiring
from likes.web.cursors import open_cursor
from likes.web.models import (
    AutoLike,
    GiveLike,
    LikeAnswer,
    LikedAnswer,
    LikedQuery,
    LikesAnswer,
    LikesPage,
    LikesQuery,
    NewLikesAnswer,
    NoAutoLike,
    OfMember,
    Opened,
)

likes = Blueprint("likes", __name__, url_prefix="/api")


@likes.get("/likes.php")
@endpoint()
def get_likes(query: LikesQuery) -> LikesAnswer | LikesPage:
    """The likes the caller gave and got, with their counts; by type and cursor the next page of one list."""
    held, member_id, keys = wiring(), caller().member_id, wiring().settings.cursor_keys
    if query.type is None and query.cursor is None:
        return LikesAnswer.of(list_likes(held.unit_of_work(), held.cards, member_id, sight()), keys)
    if query.type is None or query.cursor is None:
        raise Invalid(errors=[FieldError("type" if query.type is None else "cursor", "field_required")])
    after = open_cursor(keys, query.cursor)
    return LikesPage.of(*list_more(held.unit_of_work(), held.cards, member_id, query.type, after, sight()), keys)


@likes.put("/likes.php")
@endpoint()
def put_likes(body: Opened) -> NewLikesAnswer:
    """The caller has opened this member's like, or without one all (of the veiled ones): not new any more."""
    left = mark_seen(wiring().unit_of_work(), caller().member_id, body.profile_id, sight())
    return NewLikesAnswer(total_new_likes=left)


@likes.get("/like.php")
@endpoint()
def get_like(query: LikedQuery) -> LikedAnswer:
    """Whom of these members the caller likes."""
    return LikedAnswer(liked=which_liked(wiring().unit_of_work(), caller().member_id, query.ids()))


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


@likes.get("/auto-like.php")
@changes_state
@endpoint()
def get_auto_like() -> AutoLike | NoAutoLike:
    """The newest like the caller has not seen yet, each by itself once."""
    held = wiring()
    found = show_next_like(held.unit_of_work(), held.cards, caller().member_id, sight())
    return AutoLike.of(*found) if found else NoAutoLike()
