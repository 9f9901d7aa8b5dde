from dataclasses import dataclass
from uuid import UUID

from profiles.domain.card import Card
from profiles.domain.search import Asked, Bookmark, Count, wanted_by
from profiles.errors import invalid_field
from profiles.ports import Pause, ProfilesUnitOfWork
from profiles.usecases.find_viewer import find_viewer


@dataclass(frozen=True, slots=True)
class Found:
    cards: list[Card]
    count: Count
    next: Bookmark | None


def search_members(
    reads: ProfilesUnitOfWork, pause: Pause, member_id: UUID, asked: Asked, bookmark: Bookmark | None, limit: int
) -> Found:
    """A page of those who fit, newest active first.

    Whoever stays where they are comes exactly once, whatever others do meanwhile; whoever becomes active moves to
    the front, where a fresh search finds them.
    """
    if asked.min_age > asked.max_age:
        raise invalid_field("max_age")
    if asked.region and asked.country and not asked.region.startswith(f"{asked.country.lower()}-"):
        raise invalid_field("region")
    with reads:
        viewer = find_viewer(reads, pause, member_id)
        wanted = wanted_by(viewer, asked)
        # One more than the page, to know whether there is a next one.
        positions = reads.search.page(member_id, wanted, bookmark.after if bookmark else None, limit + 1)
        count = bookmark.count if bookmark else reads.search.count(member_id, wanted)
        page = positions[:limit]
        cards = reads.cards.shown(member_id, [position.id for position in page])
    return Found(cards, count, Bookmark(page[-1], count) if len(positions) > limit else None)
