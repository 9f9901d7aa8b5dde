from flask import Blueprint
from servicekit.web import caller, endpoint

from profiles.domain.search import Asked
from profiles.errors import VisitorsMayNotSearch, invalid_field
from profiles.usecases.find_related import find_related
from profiles.usecases.search_as_visitor import search_as_visitor
from profiles.usecases.search_members import search_members
from profiles.web.card_models import card_out
from profiles.web.context import current_site, wiring
from profiles.web.search_models import (
    RelatedAnswer,
    RelatedQuery,
    SearchAnswer,
    SearchQuery,
    VisitorQuery,
    VisitorSearchAnswer,
)

search = Blueprint("search", __name__, url_prefix="/api")


@search.get("/search.php")
@endpoint()
def get_search(query: SearchQuery) -> SearchAnswer:
    """Members who fit the caller and whom the caller fits."""
    held, member_id, asked = wiring(), caller().member_id, query.asked()
    bookmark = held.bookmarks.open(query.cursor, member_id, asked) if query.cursor else None
    _check_asked(asked)
    found = search_members(held.reads(), held.pause, held.atlas, member_id, asked, bookmark, query.limit)
    cursor = held.bookmarks.close(found.next, member_id, asked) if found.next else None
    return SearchAnswer.of(found, cursor, member_id, held.links)


@search.get("/visitor-search.php")
@endpoint()
def get_visitor_search(query: VisitorQuery) -> VisitorSearchAnswer:
    """A little of the members for someone who is not logged in, where the site allows it."""
    held, site, asked = wiring(), current_site(), query.asked()
    has_source = bool(query.network or query.ref)
    if not (site.logged_out_search or (site.logged_out_search_trafficsource and has_source)):
        raise VisitorsMayNotSearch()
    visitors = f"visitors of {site.pool}"
    bookmark = held.bookmarks.open(query.cursor, visitors, asked) if query.cursor else None
    found = search_as_visitor(held.reads(), site.pool, asked, bookmark, query.limit)
    return VisitorSearchAnswer.of(found, held.bookmarks.close(found.next, visitors, asked) if found.next else None)


@search.get("/similar.php")
@endpoint()
def get_similar(query: RelatedQuery) -> RelatedAnswer:
    """Others who are much like a member, and fit the caller."""
    held, member_id = wiring(), caller().member_id
    cards = find_related(held.reads(), held.pause, held.atlas, member_id, query.id)
    return RelatedAnswer(profiles=[card_out(card, member_id, held.links) for card in cards])


def _check_asked(asked: Asked) -> None:
    """Only what the site searches by can be asked: what it keeps back, nobody may find out by asking."""
    searched = current_site().search_fields
    for name in [*(trait for trait, _ in asked.traits), *(["interests"] if asked.interests else [])]:
        if name not in searched:
            raise invalid_field(name)
