from flask import Blueprint
from shared.kit.core import FieldError, Invalid
from shared.kit.http import Nothing, caller, changes_state, endpoint, locale
from shared.sites import OPENER_LENGTH

from likes.errors import PartsNotLiked
from likes.ports import WordsReport
from likes.usecases.filter_liked import filter_liked
from likes.usecases.find_openers import find_openers
from likes.usecases.give_like import give_like
from likes.usecases.list_likes import list_likes, list_more
from likes.usecases.mark_seen import mark_seen
from likes.usecases.report_words import report_words
from likes.usecases.show_next_like import show_next_like
from likes.usecases.withdraw_like import withdraw_like
from likes.web.context import current_site, liker_visibility, question_of, wiring
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
    OpenersAnswer,
    OpenersQuery,
    ReportWords,
    WordsReportReceipt,
)

likes = Blueprint("likes", __name__, url_prefix="/api")


@likes.get("/likes.php")
@endpoint()
def get_likes(query: LikesQuery) -> LikesAnswer | LikesPage:
    """The likes the caller gave and got, with their counts; by type and cursor the next page of one list."""
    dependencies, member_id, keys = wiring(), caller().member_id, wiring().settings.cursor_keys
    if query.type is None and query.cursor is None:
        return LikesAnswer.of(
            list_likes(
                dependencies.unit_of_work(),
                dependencies.profiles,
                member_id,
                liker_visibility(),
                is_premium=caller().is_premium,
            ),
            keys,
            question_of,
        )
    if query.type is None or query.cursor is None:
        raise Invalid(errors=[FieldError("type" if query.type is None else "cursor", "field_required")])
    after = open_cursor(keys, query.cursor)
    return LikesPage.of(
        *list_more(
            dependencies.unit_of_work(),
            dependencies.profiles,
            member_id,
            query.type,
            after,
            liker_visibility(),
            is_premium=caller().is_premium,
        ),
        keys,
        question_of,
    )


@likes.put("/likes.php")
@endpoint()
def put_likes(body: Opened) -> NewLikesAnswer:
    """Mark this member's like as seen; without an id all likes, or all that are not shown one by one."""
    left = mark_seen(wiring().unit_of_work(), caller().member_id, body.profile_id, liker_visibility())
    return NewLikesAnswer(total_new_likes=left)


@likes.get("/like.php")
@endpoint()
def get_like(query: LikedQuery) -> LikedAnswer:
    """The subset of these members that the caller likes."""
    return LikedAnswer(liked=filter_liked(wiring().unit_of_work(), caller().member_id, query.ids()))


@likes.get("/openers.php")
@endpoint()
def get_openers(query: OpenersQuery) -> OpenersAnswer:
    """The photos and answers that the openers of a match are about."""
    dependencies, asking = wiring(), caller()
    found = find_openers(
        dependencies.unit_of_work(),
        dependencies.profiles,
        asking.member_id,
        query.profile_id,
        is_premium=asking.is_premium,
    )
    return OpenersAnswer.of(found, asking.member_id, question_of)


@likes.post("/like-report.php")
@endpoint(status=201)
def post_words_report(body: ReportWords) -> WordsReportReceipt:
    """Report a member with the words that came with their likes, if any, also with likes withdrawn since."""
    dependencies, asking = wiring(), caller()
    report = WordsReport(asking.member_id, body.profile_id, body.reason, body.text, asking.site, locale())
    number = report_words(dependencies.unit_of_work(), dependencies.profiles, body.id, report)
    return WordsReportReceipt(number=number)


@likes.post("/like.php")
@endpoint(status=201)
def post_like(body: GiveLike) -> LikeAnswer:
    """Like a member, or one photo or answer of theirs, with words if the caller has any."""
    dependencies, site, asking = wiring(), current_site(), caller()
    if body.part_id and site.opener_credits is None:
        raise PartsNotLiked()
    match = give_like(
        dependencies.unit_of_work(),
        dependencies.profiles,
        body.id,
        asking.member_id,
        body.profile_id,
        body.opener(min(OPENER_LENGTH, site.message_length)),
        is_premium=asking.is_premium,
    )
    return LikeAnswer(profile_id=body.profile_id, match=match)


@likes.delete("/like.php")
@endpoint()
def delete_like(body: OfMember) -> Nothing:
    """Withdraw a like."""
    withdraw_like(wiring().unit_of_work(), caller().member_id, body.profile_id)
    return Nothing()


@likes.get("/auto-like.php")
@changes_state
@endpoint()
def get_auto_like() -> AutoLike | NoAutoLike:
    """The newest like the caller has not seen yet, each once."""
    dependencies = wiring()
    found = show_next_like(dependencies.unit_of_work(), dependencies.profiles, caller().member_id, liker_visibility())
    return AutoLike.of(*found) if found else NoAutoLike()
