"""Search: filters, the criteria that follow from them, and cursors."""

from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Literal
from uuid import UUID

from shared.kit.core import age_on

from profiles.domain.ages import born_by
from profiles.domain.bit_masks import VERIFIED, accepted_bits, any_of, interest_bits, trait_bits
from profiles.domain.card import NEW_DAYS
from profiles.domain.profile import FIRST_POOL, OLDEST, YOUNGEST, Viewer
from profiles.domain.traits import Gender

# Counts are exact up to here; nobody reads on through more.
COUNTED = 1_000
# Up to this count all hits are fetched and sorted; above it an index scan in page order fills a page sooner.
FEW = 500


# The default radius holds at least so many people.
NEAR_ENOUGH = 60
AUTO: Literal["auto"] = "auto"


class Order(StrEnum):
    ACTIVE = "active"
    NEAR = "near"
    FIT = "fit"
    VERIFIED = "verified"


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
    # Not in `repr`, from which a cursor knows its filters: cursors of the release before these fields still open.
    radius_km: int | Literal["auto"] | None = field(default=None, repr=False)
    numbers: tuple[tuple[str, tuple[int, int]], ...] = field(default=(), repr=False)
    is_new: bool = field(default=False, repr=False)
    is_online: bool = field(default=False, repr=False)
    is_verified: bool = field(default=False, repr=False)

    @property
    def added_since(self) -> str:
        """The fields that came later, as far as they are set."""
        # As the release before wrote heights.
        numbers = {name.replace("height", "heights"): value for name, value in self.numbers}
        booleans = {name: getattr(self, name) for name in ("is_new", "is_online", "is_verified")}
        fields = {"radius_km": self.radius_km, **numbers, **booleans}
        return "".join(f" {name}={value!r}" for name, value in fields.items() if value)


@dataclass(frozen=True, slots=True)
class Nearness:
    """Towns a member may live in; or, when `elsewhere`, may not."""

    towns: tuple[int, ...]
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Criteria:
    """Conditions on the members to find: these genders in this pool, seeking the gender `seeking` of the age `aged`.

    Without `seeking` (visitors) the condition is not mutual. Each of `traits` is a bit mask of which one bit must be
    set. Each of `accepted` is a mask of values the viewer accepts, with the mask of all values of that trait: a member
    who says none fits. Each of `said` is a mask, in the slots of `ACCEPTED`, of values the viewer says: a member fits
    who accepts one of them.
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
    radius_km: int | None = None  # what `nearness` is made from, in towns
    accepted: tuple[tuple[int, int], ...] = ()
    said: tuple[int, ...] = ()
    numbers: tuple[tuple[str, tuple[int, int]], ...] = ()
    joined_since: date | None = None
    active_since: datetime | None = None
    is_unverified: bool = False

    @property
    def is_by_facts(self) -> bool:
        """Whether `search_facts` can answer: mutual, and without a condition on time, which it does not store."""
        return self.seeking is not None and self.joined_since is None and self.active_since is None


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """Sort key of search: members with a photo first, of them the newest active, then by id."""

    has_image: bool
    last_active: datetime
    id: UUID


@dataclass(frozen=True, slots=True)
class Hit:
    """A member found, with the data of the score."""

    position: Position
    birth_date: date
    interests: int
    town_id: int | None

    @property
    def has_image(self) -> bool:
        return self.position.has_image

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

    `stage` is the index of the current distance band, and `score` is 1 while that band has few hits. For the order
    `fit`, `window` and `until` are the bounds of the current window, of which hits with at least `score` were shown, up
    to `after` among equals.
    """

    after: Position | None
    count: Count
    stage: int = 0
    score: int = 0
    window: Position | None = None
    until: Position | None = None


def criteria_for(viewer: Viewer, filters: Filters) -> Criteria:
    """Criteria that fit both ways: the filters (or the genders the viewer seeks), the viewer's gender and age, and what
    both accept of each other. The radius is not among them, since it takes the towns."""
    mutual = _criteria(
        filters,
        viewer.at.date(),
        genders=(filters.gender,) if filters.gender else viewer.seeks,
        seeking=viewer.gender,
        pool=viewer.pool,
        aged=age_on(viewer.at.date(), viewer.birth_date),
    )
    accepted = tuple(
        (any_of(trait_bits(name), values), any_of(trait_bits(name), list(trait_bits(name))))
        for name, values in viewer.accepts.items()
        if values
    )
    said = tuple(any_of(accepted_bits(name), values) for name, values in viewer.says.items() if values)
    midnight = datetime.combine(viewer.at.astimezone(UTC).date(), time(), UTC)
    return replace(mutual, accepted=accepted, said=said, active_since=midnight if filters.is_online else None)


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
        traits=(
            *(any_of(trait_bits(name), values) for name, values in filters.traits),
            *((VERIFIED,) if filters.is_verified else ()),
        ),
        interests=any_of(interest_bits(), filters.interests),
        numbers=filters.numbers,
        joined_since=today - timedelta(days=NEW_DAYS - 1) if filters.is_new else None,
    )
