from dataclasses import dataclass

from profiles.domain.card import Card
from profiles.domain.search import Count, Cursor, Filters, criteria_for_visitor
from profiles.storage import ProfilesUnit
from profiles.usecases.search.search_members import check


@dataclass(frozen=True, slots=True)
class VisitorResults:
    cards: list[Card]
    count: Count
    next: Cursor | None


def search_as_visitor(
    reads: ProfilesUnit, pool: int, filters: Filters, cursor: Cursor | None, limit: int
) -> VisitorResults:
    """Return a page of search without login: by gender, country, region and age alone, newest active first."""
    check(filters)
    with reads:
        criteria = criteria_for_visitor(reads.now().date(), pool, filters)
        count = cursor.count if cursor else reads.search.count(None, criteria)
        hits = reads.search.page(None, criteria, cursor.after if cursor else None, limit + 1, few=False)
        page = hits[:limit]
        cards = reads.cards.public([hit.id for hit in page])
    following = Cursor(page[-1].position, count) if len(hits) > limit else None
    return VisitorResults(cards, count, following)
