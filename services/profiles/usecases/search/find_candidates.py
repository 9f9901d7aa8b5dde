from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice
from uuid import UUID

from shared.kit.core import Invalid, NotFound

from profiles.domain.atlas import Atlas
from profiles.domain.card import Card
from profiles.domain.prompt_answers import PromptAnswer
from profiles.domain.search import Criteria, Filters, criteria_for
from profiles.ports import Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.profile.find_viewer import find_viewer
from profiles.usecases.search.result_pages import bands_of

MOST = 50
STRIDE = 200
LONGEST_SCAN = 100  # pages of STRIDE; nobody decides on more than 20,000 candidates a day


@dataclass(frozen=True, slots=True)
class Candidates:
    """Candidates for the swipe game with their answers to prompts, and the viewer's country and region."""

    cards: list[Card]
    answers: Mapping[UUID, Sequence[PromptAnswer]]
    country: str
    region: str | None


def find_candidates(
    reads: ProfilesUnit, pause: Pause, atlas: Atlas, viewer_id: UUID, left_out: Set[UUID], limit: int
) -> Candidates:
    """Find the next candidates by the criteria of search: the nearest, then those of the own country, then others."""
    if not 1 <= limit <= MOST:
        raise Invalid(field="limit")
    with reads:
        viewer = find_viewer(reads, pause, viewer_id)
        own = reads.profiles.find(viewer_id, viewer_id)
        if own is None:
            raise NotFound()
        anywhere = replace(criteria_for(viewer, Filters()), with_photo=True)
        at_home = replace(anywhere, country=own.card.country)
        bands = [replace(at_home, nearness=each) for each in bands_of(atlas, viewer.town_id, at_home) if each]
        found: list[UUID] = []
        for criteria in (*bands, anywhere):
            if len(found) < limit:
                found += islice(_scan(reads, viewer_id, criteria, left_out | set(found)), limit - len(found))
        cards = reads.cards.shown(viewer_id, found)
        answers = reads.profiles.answers_of([card.id for card in cards])
        return Candidates(cards, answers, own.card.country, own.card.region)


def _scan(reads: ProfilesUnit, viewer_id: UUID, criteria: Criteria, left_out: Set[UUID]) -> Iterator[UUID]:
    after = None
    for _ in range(LONGEST_SCAN):
        page = reads.search.page(viewer_id, criteria, after, STRIDE, few=False)
        yield from (hit.id for hit in page if hit.id not in left_out)
        if len(page) < STRIDE:
            return
        after = page[-1].position
