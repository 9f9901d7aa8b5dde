from flask import Blueprint
from servicekit.web import caller, endpoint

from profiles.usecases.find_related import find_related
from profiles.usecases.search_members import search_members
from profiles.web.context import wiring
from profiles.web.models import (
    RelatedAnswer,
    RelatedQuery,
    SearchAnswer,
    SearchQuery,
    card_out,
)

search = Blueprint("search", __name__, url_prefix="/api")


@search.get("/search.php")
@endpoint()
def get_search(query: SearchQuery) -> SearchAnswer:
    """Members who fit the caller and whom the caller fits."""
    held, member_id, asked = wiring(), caller().member_id, query.asked()
    bookmark = held.bookmarks.open(query.cursor, member_id, asked) if query.cursor else None
    found = search_members(held.reads(), held.pause, held.atlas, member_id, asked, bookmark, query.limit)
    cursor = held.bookmarks.close(found.next, member_id, asked) if found.next else None
    return SearchAnswer.of(found, cursor, member_id, held.links)


@search.get("/similar.php")
@endpoint()
def get_similar(query: RelatedQuery) -> RelatedAnswer:
    """Others who are much like a member, and fit the caller."""
    held, member_id = wiring(), caller().member_id
    cards = find_related(held.reads(), held.pause, held.atlas, member_id, query.id)
    return RelatedAnswer(profiles=[card_out(card, member_id, held.links) for card in cards])
