from dataclasses import dataclass, replace
from uuid import UUID

from profiles.domain.atlas import Atlas
from profiles.domain.card import Card
from profiles.domain.profile import OLDEST, YOUNGEST, Viewer
from profiles.domain.search import Asked, Bookmark, Count, Order, wanted_by
from profiles.errors import invalid_field
from profiles.ports import Pause, ProfilesUnitOfWork
from profiles.usecases.find_viewer import find_viewer
from profiles.usecases.walk_results import Found, Page, best_fit_first, nearest_first, newest_first

WALKS = {Order.ACTIVE: newest_first, Order.NEAR: nearest_first, Order.FIT: best_fit_first}
# With fewer than these, others who are much like them are shown besides.
SCARCE, SIMILAR = 12, 12
WIDER_YEARS = 8


@dataclass(frozen=True, slots=True)
class Result:
    card: Card
    found: Found


@dataclass(frozen=True, slots=True)
class Loosening:
    """A filter, and how many there would be without it."""

    filter: str
    count: Count


@dataclass(frozen=True, slots=True)
class Results:
    members: list[Result]
    count: Count
    next: Bookmark | None
    similar: list[Result]
    similar_count: Count
    loosenings: list[Loosening]


NOBODY = Count(0, True)


def search_members(
    reads: ProfilesUnitOfWork,
    pause: Pause,
    atlas: Atlas,
    member_id: UUID,
    asked: Asked,
    bookmark: Bookmark | None,
    limit: int,
) -> Results:
    """A page of those who fit, in the order asked; at the end of a short list those who fit nearly.

    Whoever stays where they are comes exactly once, whatever others do meanwhile; whoever becomes active moves to
    the front, where a fresh search finds them.
    """
    check(asked)
    with reads:
        viewer = find_viewer(reads, pause, member_id)
        page = WALKS[asked.order](reads.search, atlas, viewer, wanted_by(viewer, asked), bookmark, limit)
        count = page.count
        similar: list[Found] = []
        similar_count = NOBODY
        if bookmark is None and page.next is None and count.value < SCARCE:
            similar, similar_count = _similar(reads, atlas, viewer, asked, page)
        loosenings = _loosenings(reads, viewer, asked) if count == NOBODY else []
        cards = {card.id: card for card in reads.cards.shown(member_id, [one.hit.id for one in page.found + similar])}
    members, others = (
        [Result(cards[each.hit.id], each) for each in some if each.hit.id in cards] for some in (page.found, similar)
    )
    return Results(members, count, page.next, others, similar_count, loosenings)


def check(asked: Asked) -> None:
    if asked.min_age > asked.max_age:
        raise invalid_field("max_age")
    if asked.region and asked.country and not asked.region.startswith(f"{asked.country.lower()}-"):
        raise invalid_field("region")


def _similar(
    reads: ProfilesUnitOfWork, atlas: Atlas, viewer: Viewer, asked: Asked, page: Page
) -> tuple[list[Found], Count]:
    """The first step of asking for less that finds more; without those who were found already."""
    exact = {each.hit.id for each in page.found}
    for wider in _wider(asked):
        wanted = wanted_by(viewer, wider)
        more = best_fit_first(reads.search, atlas, viewer, wanted, None, SIMILAR + len(exact))
        others = [each for each in more.found if each.hit.id not in exact]
        if others:
            return others[:SIMILAR], Count(more.count.value - len(exact), more.count.exact)
    return [], NOBODY


def _wider(asked: Asked) -> list[Asked]:
    """Asking for less and less; the best fitting of them first."""
    steps: list[Asked] = []
    wider = replace(asked, order=Order.FIT)
    for less in (
        {"interests": (), "traits": ()},
        {"region": None},
        {"min_age": max(YOUNGEST, asked.min_age - WIDER_YEARS), "max_age": min(OLDEST, asked.max_age + WIDER_YEARS)},
        {"with_photo": False},
        {"country": None},
    ):
        narrower, wider = wider, replace(wider, **less)
        if wider != narrower:
            steps.append(wider)
    return steps


def _loosenings(reads: ProfilesUnitOfWork, viewer: Viewer, asked: Asked) -> list[Loosening]:
    """Each filter that alone keeps somebody away, the one that keeps most away first."""
    found = [
        Loosening(name, reads.search.count(viewer.member_id, wanted_by(viewer, less)))
        for name, less in without_each(asked).items()
    ]
    return sorted((each for each in found if each.count.value), key=lambda each: -each.count.value)


def without_each(asked: Asked) -> dict[str, Asked]:
    """The search without each of its filters, by the filter's name."""
    ways: dict[str, Asked] = {}
    if asked.gender:
        ways["gender"] = replace(asked, gender=None)
    if asked.region:
        ways["region"] = replace(asked, region=None)
    elif asked.country:
        ways["country"] = replace(asked, country=None)
    if (asked.min_age, asked.max_age) != (YOUNGEST, OLDEST):
        ways["age"] = replace(asked, min_age=YOUNGEST, max_age=OLDEST)
    if asked.with_photo:
        ways["photo"] = replace(asked, with_photo=False)
    if asked.interests:
        ways["interests"] = replace(asked, interests=())
    for name, _ in asked.traits:
        ways[name] = replace(asked, traits=tuple(trait for trait in asked.traits if trait[0] != name))
    return ways
