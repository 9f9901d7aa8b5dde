"""What a member looks for, and where they are in what was found."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from profiles.domain.ages import born_by
from profiles.domain.profile import FIRST_POOL, Viewer
from profiles.domain.traits import Gender

YOUNGEST, OLDEST = 18, 120
COUNTED = 10_000


@dataclass(frozen=True, slots=True)
class Asked:
    """The filters as the member set them."""

    gender: Gender | None = None
    country: str | None = None
    region: str | None = None
    min_age: int = YOUNGEST
    max_age: int = OLDEST


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whom to find: of these genders and this pool of sites, who themselves seek `seeking`."""

    genders: tuple[Gender, ...]
    seeking: Gender
    country: str | None = None
    region: str | None = None
    born_after: date | None = None
    born_until: date | None = None
    with_photo: bool = False
    pool: int = FIRST_POOL


@dataclass(frozen=True, slots=True)
class Position:
    """A place in the order of search: newest active first, then by id."""

    last_active: datetime
    id: UUID


@dataclass(frozen=True, slots=True)
class Count:
    """How many there are; `value` is a lower bound when it is not exact."""

    value: int
    exact: bool

    @staticmethod
    def of(counted: int) -> "Count":
        return Count(min(counted, COUNTED), counted <= COUNTED)


@dataclass(frozen=True, slots=True)
class Bookmark:
    """Where the next page begins. It carries the first page's count, so that nobody counts again."""

    after: Position
    count: Count


def wanted_by(viewer: Viewer, asked: Asked) -> Wanted:
    """Both must fit: they are what the viewer asks for (or else seeks), and they seek the viewer's gender."""
    today = viewer.at.date()
    return Wanted(
        genders=(asked.gender,) if asked.gender else viewer.seeks,
        seeking=viewer.gender,
        pool=viewer.pool,
        country=asked.country,
        region=asked.region,
        born_after=born_by(today, asked.max_age + 1) if asked.max_age < OLDEST else None,
        born_until=born_by(today, asked.min_age) if asked.min_age > YOUNGEST else None,
    )
