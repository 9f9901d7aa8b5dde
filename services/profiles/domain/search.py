"""What a member looks for, and where they are in what was found."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from profiles.domain.ages import age_on, born_by
from profiles.domain.marks import any_of, interest_bits, trait_bits
from profiles.domain.profile import FIRST_POOL, OLDEST, YOUNGEST, Viewer
from profiles.domain.traits import Gender

COUNTED = 10_000
# So few are all fetched and sorted; more of them are met soon enough by walking along the order itself.
FEW = 500


class Order(StrEnum):
    ACTIVE = "active"
    NEAR = "near"
    FIT = "fit"


@dataclass(frozen=True, slots=True)
class Asked:
    """The filters as the member set them. Of each trait any of the values will do, and any of the interests."""

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
class Wanted:
    """Whom to find: of these genders and this pool of sites, who themselves seek `seeking` of this age.

    Visitors seek nothing in return: without `seeking` everyone fits. Each of `traits` is a set of bits of which one
    must be there.
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
    """A place in the order of search: newest active first, then by id."""

    last_active: datetime
    id: UUID


@dataclass(frozen=True, slots=True)
class Hit:
    """Someone found, with what their fit is made of."""

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
    """How many there are; `value` is a lower bound when it is not exact."""

    value: int
    exact: bool

    @staticmethod
    def of(counted: int, most: int = COUNTED) -> "Count":
        return Count(min(counted, most), counted <= most)

    @property
    def is_few(self) -> bool:
        return self.exact and self.value <= FEW


@dataclass(frozen=True, slots=True)
class Bookmark:
    """Where the next page begins. It carries the first page's count, so that nobody counts again.

    `stage` is the band of distance one is in. Of those who come after `window`, as far as `until`, some were shown:
    down to this `score`, and to `after` among its equals.
    """

    after: Position | None
    count: Count
    stage: int = 0
    score: int = 0
    window: Position | None = None
    until: Position | None = None


def wanted_by(viewer: Viewer, asked: Asked) -> Wanted:
    """Both must fit: they are what the viewer asks for (or else seeks), and they seek the viewer's gender and age."""
    return _wanted(
        asked,
        viewer.at.date(),
        genders=(asked.gender,) if asked.gender else viewer.seeks,
        seeking=viewer.gender,
        pool=viewer.pool,
        aged=age_on(viewer.at.date(), viewer.birth_date),
    )


def wanted_by_visitor(today: date, pool: int, asked: Asked) -> Wanted:
    return _wanted(asked, today, pool=pool, genders=(asked.gender,) if asked.gender else tuple(Gender))


def _wanted(
    asked: Asked,
    today: date,
    *,
    pool: int,
    genders: tuple[Gender, ...],
    seeking: Gender | None = None,
    aged: int | None = None,
) -> Wanted:
    return Wanted(
        genders=genders,
        pool=pool,
        seeking=seeking,
        aged=aged,
        country=asked.country,
        region=asked.region,
        born_after=born_by(today, asked.max_age + 1) if asked.max_age < OLDEST else None,
        born_until=born_by(today, asked.min_age) if asked.min_age > YOUNGEST else None,
        with_photo=asked.with_photo,
        traits=tuple(any_of(trait_bits(name), values) for name, values in asked.traits),
        interests=any_of(interest_bits(), asked.interests),
    )
