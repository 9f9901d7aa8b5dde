from flask import Blueprint
from servicekit.web import caller, endpoint

from profiles.domain.search import Asked
from profiles.usecases.search_members import search_members
from profiles.web.context import wiring
from profiles.web.models import CountOut, SearchAnswer, SearchQuery, card_out

search = Blueprint("search", __name__, url_prefix="/api")


@search.get("/search.php")
@endpoint()
def get_search(query: SearchQuery) -> SearchAnswer:
    """Members who fit the caller and whom the caller fits, newest active first."""
    held, member_id = wiring(), caller().member_id
    asked = Asked(query.gender, query.country, query.region, query.min_age, query.max_age)
    bookmark = held.bookmarks.open(query.cursor, member_id, asked) if query.cursor else None
    found = search_members(held.reads(), held.pause, member_id, asked, bookmark, query.limit)
    return SearchAnswer(
        profiles=[card_out(card, member_id, held.links) for card in found.cards],
        count=CountOut(value=found.count.value, exact=found.count.exact),
        next_cursor=held.bookmarks.close(found.next, member_id, asked) if found.next else None,
    )
