from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from itertools import islice
from uuid import UUID

from servicekit.errors import Invalid, NotFound

from profiles.domain.card import Card
from profiles.domain.search import Asked, Wanted, wanted_by
from profiles.ports import Pause, ProfilesUnitOfWork
from profiles.usecases.find_viewer import find_viewer

MOST = 50
STRIDE = 200
LONGEST_WALK = 100  # strides: whoever has decided on twenty thousand has seen whom there is to see today


@dataclass(frozen=True, slots=True)
class Candidates:
    """Who fits, and where the viewer is."""

    cards: list[Card]
    country: str
    region: str | None


def find_candidates(
    reads: ProfilesUnitOfWork, pause: Pause, viewer_id: UUID, left_out: Set[UUID], limit: int
) -> Candidates:
    """The next who fit, both ways, by the same rules as search: of the viewer's own country first, then of others."""
    if not 1 <= limit <= MOST:
        raise Invalid(field="limit")
    with reads:
        viewer = find_viewer(reads, pause, viewer_id)
        own = reads.profiles.whole(viewer_id, viewer_id)
        if own is None:
            raise NotFound()
        anywhere = replace(wanted_by(viewer, Asked()), with_photo=True)
        at_home = replace(anywhere, country=own.card.country)
        found = list(islice(_walk(reads, viewer_id, at_home, left_out), limit))
        if len(found) < limit:
            found += islice(_walk(reads, viewer_id, anywhere, left_out | set(found)), limit - len(found))
        return Candidates(reads.cards.shown(viewer_id, found), own.card.country, own.card.region)


def _walk(reads: ProfilesUnitOfWork, viewer_id: UUID, wanted: Wanted, left_out: Set[UUID]) -> Iterator[UUID]:
    after = None
    for _ in range(LONGEST_WALK):
        page = reads.search.page(viewer_id, wanted, after, STRIDE, few=False)
        yield from (hit.id for hit in page if hit.id not in left_out)
        if len(page) < STRIDE:
            return
        after = page[-1].position
