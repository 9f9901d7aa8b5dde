"""Search: filters, the criteria that follow from them, and cursors."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from profiles.domain.ages import age_on, born_by
from profiles.domain.bit_masks import any_of, interest_bits, trait_bits
from profiles.domain.profile import FIRST_POOL, OLDEST, YOUNGEST, Viewer
from profiles.domain.traits import Gender

COUNTED = 10_000
# Up to this count all hits are fetched and sorted; above it an index scan in page order fills a page sooner.
FEW = 500


class Order(StrEnum):
    ACTIVE = "active"
    NEAR = "near"
    FIT = "fit"


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of a search request. Any of the values of a trait fits, and any of the interests."""

    gender: Gender | None = None
    country: str | None = None
    region: str | None = None
    min_age: int = YOUNGEST
    max_age: int = OLDEST
    with_photo: bool = False
    traits: tuple[tuple[str, tuple[str, ...]], ...] = ()
    interests: tuple[str, ...] = ()
    order: Order = Order.ACTIVE


@dataclass(frozen=True, slots=True)
class Nearness:
    """Towns a member may live in; or, when `elsewhere`, may not."""

    towns: tuple[int, ...]
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Criteria:
    """Conditions on the members to find: these genders in this pool, seeking the gender `seeking` of the age `aged`.

    Without `seeking` (visitors) the condition is not mutual. Each of `traits` is a bit mask of which one bit must be
    set.
    """

    genders: tuple[Gender, ...]
    seeking: Gender | None = None
    aged: int | None = None
    country: str | None = None
    region: str | None = None
    born_after: date | None = None
    born_until: date | None = None
    with_photo: bool = False
    pool: int = FIRST_POOL
    traits: tuple[int, ...] = ()
    interests: int = 0
    nearness: Nearness | None = None


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """Sort key of search: newest active first, then by id."""

    last_active: datetime
    id: UUID


@dataclass(frozen=True, slots=True)
class Hit:
    """A member found, with the data of the score."""

    position: Position
    birth_date: date
    interests: int
    town_id: int | None
    has_image: bool

    @property
    def id(self) -> UUID:
        return self.position.id


@dataclass(frozen=True, slots=True)
class Count:
    """Number of hits; `value` is a lower bound when it is not exact."""

    value: int
    exact: bool

    @staticmethod
    def of(counted: int, most: int = COUNTED) -> "Count":
        return Count(min(counted, most), counted <= most)

    @property
    def is_few(self) -> bool:
        return self.exact and self.value <= FEW


@dataclass(frozen=True, slots=True)
class Cursor:
    """Start of the next page, with the count of the first page, so that later pages need not count.

    `stage` is the index of the current distance band. For the order `fit`, `window` and `until` are the bounds of the
    current window, of which hits with at least `score` were shown, up to `after` among equals.
    """

    after: Position | None
    count: Count
    stage: int = 0
    score: int = 0
    window: Position | None = None
    until: Position | None = None


def criteria_for(viewer: Viewer, filters: Filters) -> Criteria:
    """Criteria that fit both ways: the filters (or the genders the viewer seeks), and the viewer's gender and age."""
    return _criteria(
        filters,
        viewer.at.date(),
        genders=(filters.gender,) if filters.gender else viewer.seeks,
        seeking=viewer.gender,
        pool=viewer.pool,
        aged=age_on(viewer.at.date(), viewer.birth_date),
    )


def criteria_for_visitor(today: date, pool: int, filters: Filters) -> Criteria:
    return _criteria(filters, today, pool=pool, genders=(filters.gender,) if filters.gender else tuple(Gender))


def _criteria(
    filters: Filters,
    today: date,
    *,
    pool: int,
    genders: tuple[Gender, ...],
    seeking: Gender | None = None,
    aged: int | None = None,
) -> Criteria:
    return Criteria(
        genders=genders,
        pool=pool,
        seeking=seeking,
        aged=aged,
        country=filters.country,
        region=filters.region,
        born_after=born_by(today, filters.max_age + 1) if filters.max_age < OLDEST else None,
        born_until=born_by(today, filters.min_age) if filters.min_age > YOUNGEST else None,
        with_photo=filters.with_photo,
        traits=tuple(any_of(trait_bits(name), values) for name, values in filters.traits),
        interests=any_of(interest_bits(), filters.interests),
    )
