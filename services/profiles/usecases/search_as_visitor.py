from dataclasses import dataclass

from profiles.domain.card import Card
from profiles.domain.search import Asked, Bookmark, Count, wanted_by_visitor
from profiles.ports import ProfilesUnitOfWork
from profiles.usecases.search_members import check

# Visitors are told that there are many, not how many.
COUNTED = 1_000


@dataclass(frozen=True, slots=True)
class VisitorResults:
    cards: list[Card]
    count: Count
    next: Bookmark | None


def search_as_visitor(
    reads: ProfilesUnitOfWork, pool: int, asked: Asked, bookmark: Bookmark | None, limit: int
) -> VisitorResults:
    """A page for someone who is not logged in: by gender, country, region and age alone, newest active first."""
    check(asked)
    with reads:
        wanted = wanted_by_visitor(reads.now().date(), pool, asked)
        count = bookmark.count if bookmark else reads.search.count(None, wanted, COUNTED)
        hits = reads.search.page(None, wanted, bookmark.after if bookmark else None, limit + 1, few=False)
        page = hits[:limit]
        cards = reads.cards.public([hit.id for hit in page])
    following = Bookmark(page[-1].position, count) if len(hits) > limit else None
    return VisitorResults(cards, count, following)
