from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from shared.sites.search import FitWeights

from profiles.domain.atlas import Atlas
from profiles.domain.card import Card
from profiles.domain.distance import RADII_KM
from profiles.domain.fields import NUMBERS
from profiles.domain.profile import OLDEST, YOUNGEST, Viewer
from profiles.domain.search import AUTO, NEAR_ENOUGH, Count, Criteria, Cursor, Filters, Nearness, Order, criteria_for
from profiles.errors import PresenceNotShared, invalid_field
from profiles.ports import Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.profile.find_viewer import find_viewer
from profiles.usecases.search.result_pages import (
    Found,
    Page,
    best_fit_first,
    nearest_first,
    newest_first,
    verified_first,
)

PAGES = {
    Order.ACTIVE: newest_first,
    Order.NEAR: nearest_first,
    Order.FIT: best_fit_first,
    Order.VERIFIED: verified_first,
}
# With fewer hits than SCARCE, SIMILAR more are shown.
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
    next: Cursor | None
    similar: list[Result]
    similar_count: Count
    loosenings: list[Loosening]
    filters: Filters  # as they were used: with the radius that "auto" stands for

    @property
    def radius_km(self) -> int | None:
        return self.filters.radius_km if isinstance(self.filters.radius_km, int) else None


NOBODY = Count(0, True)
# Filters by the name of the loosening, with the fields that are off without them.
FURTHER: dict[str, dict[str, Any]] = {
    "radius": {"radius_km": None},
    "new": {"is_new": False},
    "online": {"is_online": False},
    "verified": {"is_verified": False},
}


def search_members(
    reads: ProfilesUnit,
    pause: Pause,
    atlas: Atlas,
    member_id: UUID,
    filters: Filters,
    weights: FitWeights,
    cursor: Cursor | None,
    limit: int,
) -> Results:
    """Return a page of members who fit, in the order of the filters; below a short list similar members.

    A member whose sort key does not change is returned exactly once over all pages. A member who becomes active moves
    to the front, where a fresh search finds them. Members with a photo come before those without. Raises
    PresenceNotShared for a search by presence by one who does not share theirs.
    """
    check(filters)
    with reads:
        viewer = find_viewer(reads, pause, member_id)
        if filters.is_online and not viewer.shares_presence:
            raise PresenceNotShared()
        filters = _with_radius(reads, atlas, viewer, filters)
        criteria = criteria_of(atlas, viewer, filters)
        page = PAGES[filters.order](reads.search, atlas, viewer, criteria, weights, cursor, limit)
        count = page.count
        similar: list[Found] = []
        similar_count = NOBODY
        if cursor is None and page.next is None and count.value < SCARCE:
            similar, similar_count = _similar(reads, atlas, viewer, filters, weights, page)
        loosenings = _loosenings(reads, atlas, viewer, filters) if count == NOBODY else []
        cards = {card.id: card for card in reads.cards.shown(member_id, [one.hit.id for one in page.found + similar])}
    members, others = (
        [Result(cards[each.hit.id], each) for each in some if each.hit.id in cards] for some in (page.found, similar)
    )
    return Results(members, count, page.next, others, similar_count, loosenings, filters)


def criteria_of(atlas: Atlas, viewer: Viewer, filters: Filters) -> Criteria:
    """The criteria, with the towns within the radius. A viewer without a town has none."""
    criteria = criteria_for(viewer, filters)
    if not isinstance(filters.radius_km, int) or viewer.town_id is None:
        return criteria
    towns = Nearness(atlas.within(viewer.town_id, filters.radius_km))
    return replace(criteria, radius_km=filters.radius_km, nearness=towns)


def _with_radius(reads: ProfilesUnit, atlas: Atlas, viewer: Viewer, filters: Filters) -> Filters:
    """Replace "auto" by the smallest radius that holds enough people, or by none: the whole country."""
    if filters.radius_km != AUTO:
        return filters
    for radius_km in RADII_KM if viewer.town_id is not None else ():
        within = replace(filters, radius_km=radius_km)
        if reads.search.count(viewer.member_id, criteria_of(atlas, viewer, within), NEAR_ENOUGH).value >= NEAR_ENOUGH:
            return within
    return replace(filters, radius_km=None)


def check(filters: Filters) -> None:
    if filters.min_age > filters.max_age:
        raise invalid_field("max_age")
    for name, (least, most) in filters.numbers:
        if least > most:
            raise invalid_field(f"max_{NUMBERS[name].asked}")
    if filters.region and filters.country and not filters.region.startswith(f"{filters.country.lower()}-"):
        raise invalid_field("region")


def _similar(
    reads: ProfilesUnit, atlas: Atlas, viewer: Viewer, filters: Filters, weights: FitWeights, page: Page
) -> tuple[list[Found], Count]:
    """Return the hits of the first wider search that has any, without those of the page."""
    exact = {each.hit.id for each in page.found}
    for wider in _wider(filters):
        criteria = criteria_of(atlas, viewer, wider)
        more = best_fit_first(reads.search, atlas, viewer, criteria, weights, None, SIMILAR + len(exact))
        others = [each for each in more.found if each.hit.id not in exact]
        if others:
            return others[:SIMILAR], Count(more.count.value - len(exact), more.count.exact)
    return [], NOBODY


def _wider(filters: Filters) -> list[Filters]:
    """Drop one filter after the other; best fit first."""
    steps: list[Filters] = []
    wider = replace(filters, order=Order.FIT)
    for less in (
        {"interests": (), "traits": (), "numbers": ()},
        {"is_new": False, "is_online": False},
        {"region": None, "radius_km": None},
        {
            "min_age": max(YOUNGEST, filters.min_age - WIDER_YEARS),
            "max_age": min(OLDEST, filters.max_age + WIDER_YEARS),
        },
        {"with_photo": False, "is_verified": False},
        {"country": None},
    ):
        narrower, wider = wider, replace(wider, **less)
        if wider != narrower:
            steps.append(wider)
    return steps


def _loosenings(reads: ProfilesUnit, atlas: Atlas, viewer: Viewer, filters: Filters) -> list[Loosening]:
    """Filters that alone exclude members, in the order of their number."""
    found = [
        Loosening(name, reads.search.count(viewer.member_id, criteria_of(atlas, viewer, less)))
        for name, less in without_each(filters).items()
    ]
    return sorted((each for each in found if each.count.value), key=lambda each: -each.count.value)


def without_each(filters: Filters) -> dict[str, Filters]:
    """The filters without one of them, by its name."""
    ways: dict[str, Filters] = {}
    if filters.gender:
        ways["gender"] = replace(filters, gender=None)
    if filters.region:
        ways["region"] = replace(filters, region=None)
    elif filters.country:
        ways["country"] = replace(filters, country=None)
    if (filters.min_age, filters.max_age) != (YOUNGEST, OLDEST):
        ways["age"] = replace(filters, min_age=YOUNGEST, max_age=OLDEST)
    for name, without in FURTHER.items():
        if any(getattr(filters, field) for field in without):
            ways[name] = replace(filters, **without)
    if filters.with_photo:
        ways["photo"] = replace(filters, with_photo=False)
    if filters.interests:
        ways["interests"] = replace(filters, interests=())
    for name, _ in filters.traits:
        ways[name] = replace(filters, traits=tuple(one for one in filters.traits if one[0] != name))
    for name, _ in filters.numbers:
        ways[name] = replace(filters, numbers=tuple(one for one in filters.numbers if one[0] != name))
    return ways
