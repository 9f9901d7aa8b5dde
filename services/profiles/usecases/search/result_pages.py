"""Pages of search in each order. Paging ends, and returns a member whose sort key does not change exactly once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.sites.fit_points import WINDOW
from shared.sites.search import FitWeights

from profiles.domain.atlas import Atlas
from profiles.domain.bit_masks import VERIFIED
from profiles.domain.distance import NEAR_KM, RINGS_KM
from profiles.domain.fit import Fit, fit_of
from profiles.domain.profile import Viewer
from profiles.domain.search import FEW, Count, Criteria, Cursor, Hit, Nearness, Position
from profiles.storage.search import SearchRepository

WINDOW_MOST = 4 * WINDOW


@dataclass(frozen=True, slots=True)
class Found:
    hit: Hit
    fit: Fit


@dataclass(frozen=True, slots=True)
class Page:
    found: list[Found]
    count: Count
    next: Cursor | None


def newest_first(
    search: SearchRepository,
    atlas: Atlas,
    viewer: Viewer,
    criteria: Criteria,
    weights: FitWeights,
    start: Cursor | None,
    limit: int,
) -> Page:
    count, hits = _go_on(search, viewer, criteria, start, start.after if start else None, limit + 1)
    page = [_found(atlas, viewer, weights, hit) for hit in hits[:limit]]
    return Page(page, count, Cursor(hits[limit - 1].position, count) if len(hits) > limit else None)


def nearest_first(
    search: SearchRepository,
    atlas: Atlas,
    viewer: Viewer,
    criteria: Criteria,
    weights: FitWeights,
    start: Cursor | None,
    limit: int,
) -> Page:
    """Page through the distance bands, newest active first in each; members far away or without a town come last."""
    bands = bands_of(atlas, viewer.town_id, criteria)
    stages = [replace(criteria, nearness=nearness) if nearness else None for nearness in bands]
    return _in_stages(search, atlas, viewer, criteria, stages, weights, start, limit)


def verified_first(
    search: SearchRepository,
    atlas: Atlas,
    viewer: Viewer,
    criteria: Criteria,
    weights: FitWeights,
    start: Cursor | None,
    limit: int,
) -> Page:
    """Page through the members with the verified badge and then the others, newest active first in each."""
    stages = [replace(criteria, traits=(*criteria.traits, VERIFIED)), replace(criteria, is_unverified=True)]
    return _in_stages(search, atlas, viewer, criteria, stages, weights, start, limit)


def _in_stages(
    search: SearchRepository,
    atlas: Atlas,
    viewer: Viewer,
    criteria: Criteria,
    stages: Sequence[Criteria | None],
    weights: FitWeights,
    start: Cursor | None,
    limit: int,
) -> Page:
    """Page through the parts of a search; a part without towns is None."""
    count = start.count if start else search.count(viewer.member_id, criteria)
    found: list[tuple[int, bool, Hit]] = []
    after, few = (start.after, start.score > 0) if start else (None, False)
    for stage in range(start.stage if start else 0, len(stages)):
        if part := stages[stage]:
            # Always the same limit, which is part of the text: statements stay prepared.
            if after is None:
                of_stage, hits = search.begin(viewer.member_id, part, limit + 1, FEW)
                few = of_stage.is_few
            else:
                hits = search.page(viewer.member_id, part, after, limit + 1, few=few)
            found += [(stage, few, hit) for hit in hits]
        if len(found) > limit:
            break
        after = None
    page = [_found(atlas, viewer, weights, hit) for *_, hit in found[:limit]]
    if len(found) <= limit:
        return Page(page, count, None)
    stage, few, last = found[limit - 1]
    return Page(page, count, Cursor(last.position, count, stage=stage, score=int(few)))


def bands_of(atlas: Atlas, town_id: int | None, criteria: Criteria) -> list[Nearness | None]:
    """The rings of towns within the radius; without one those nearby, and then everywhere else."""
    if town_id is None:
        return [Nearness((), elsewhere=True)]
    rings = atlas.rings(town_id)
    if criteria.radius_km is not None:
        within = zip(RINGS_KM, rings, strict=True)
        return [Nearness(ring) if ring else None for band, ring in within if band <= criteria.radius_km]
    near = rings[: len(NEAR_KM)]
    towns = tuple(town for ring in near for town in ring)
    return [Nearness(ring) if ring else None for ring in near] + [Nearness(towns, elsewhere=True)]


def best_fit_first(
    search: SearchRepository,
    atlas: Atlas,
    viewer: Viewer,
    criteria: Criteria,
    weights: FitWeights,
    start: Cursor | None,
    limit: int,
) -> Page:
    """Rank each window of the most recently active by score, window after window."""
    window = start.window if start else None
    shown = _rank(start.score, start.after) if start and start.after else None
    page: list[Found] = []
    while True:
        # A window keeps its end, even if members became active and moved to its front.
        count, hits = _go_on(search, viewer, criteria, start, window, WINDOW_MOST if shown else WINDOW + 1)
        until = start.until if start and shown else hits[WINDOW - 1].position if len(hits) > WINDOW else None
        within = [hit for hit in hits if until is None or hit.position >= until]
        ranked = sorted((_found(atlas, viewer, weights, hit) for hit in within), key=_order)
        page += [found for found in ranked if shown is None or _order(found) > shown]
        if len(page) > limit:
            last = page[limit - 1]
            mark = Cursor(last.hit.position, count, score=last.fit.score, window=window, until=until)
            return Page(page[:limit], count, mark)
        if until is None:
            return Page(page, count, None)
        start, window, shown = start or Cursor(None, count), until, None
        if len(page) == limit:
            return Page(page, count, Cursor(None, count, window=window))


def _go_on(
    search: SearchRepository,
    viewer: Viewer,
    criteria: Criteria,
    start: Cursor | None,
    after: Position | None,
    limit: int,
) -> tuple[Count, list[Hit]]:
    if start is None:
        return search.begin(viewer.member_id, criteria, limit)
    return start.count, search.page(viewer.member_id, criteria, after, limit, few=start.count.is_few)


def _rank(score: int, position: Position) -> tuple[bool, int, float, int]:
    return not position.has_image, -score, -position.last_active.timestamp(), -position.id.int


def _order(found: Found) -> tuple[bool, int, float, int]:
    return _rank(found.fit.score, found.hit.position)


def _found(atlas: Atlas, viewer: Viewer, weights: FitWeights, hit: Hit) -> Found:
    return Found(hit, fit_of(viewer, hit, atlas.distance_band(viewer.town_id, hit.town_id), weights))
