"""Search, as profiles reads and answers it over HTTP."""

from collections.abc import Iterator
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BeforeValidator, Field
from shared.kit.http import Input, Output
from shared.members import MemberSummary
from shared.sites.interests import Interest

from profiles.domain.card import Card
from profiles.domain.fields import NUMBERS, TRAITS
from profiles.domain.profile import OLDEST, YOUNGEST
from profiles.domain.search import AUTO, Count, Filters, Order
from profiles.domain.traits import Gender
from profiles.media_links import MediaLinks
from profiles.usecases.search.search_as_visitor import VisitorResults
from profiles.usecases.search.search_members import Result, Results
from profiles.web.card_models import summary_fields
from profiles.web.said_fields import with_fields
from profiles.web.town_models import Country, RegionId


def _several(text: object) -> object:
    """An address names several values in one, with commas between."""
    return sorted(set(text.split(","))) if isinstance(text, str) else text


Several = BeforeValidator(_several, json_schema_input_type=str)


@with_fields(
    {
        f"{end}_{number.asked}": (int | None, Field(None, ge=number.least, le=number.most, description=unit))
        for number in NUMBERS.values()
        for end, unit in (("min", number.unit), ("max", None))
    }
)
class _WithNumbers(Input):
    gender: Gender | None = None
    country: Country | None = None
    region: RegionId | None = None
    min_age: int = Field(YOUNGEST, ge=YOUNGEST, le=OLDEST)
    max_age: int = Field(OLDEST, ge=YOUNGEST, le=OLDEST)
    photo: Literal["1"] | None = None
    interests: Annotated[tuple[Interest, ...], Several] = ()


@with_fields({name: (Annotated[tuple[trait.values, ...], Several], ()) for name, trait in TRAITS.items()})  # type: ignore[name-defined]
class SearchQuery(_WithNumbers):
    """Traits and interests take several values, separated by commas: any of them fits."""

    radius: Literal["10", "25", "50", "100", "250", "auto"] | None = Field(
        None, description="Kilometres from the own town; auto is the smallest radius with at least 60 people"
    )
    new: Literal["1"] | None = Field(None, description="Members who joined in the last week")
    online: Literal["1"] | None = Field(None, description="Members who were here today")
    verified: Literal["1"] | None = Field(None, description="Members with the verified badge")
    order: Order = Order.ACTIVE
    cursor: str | None = Field(None, max_length=200)
    limit: int = Field(24, ge=1, le=48)

    def filters(self) -> Filters:
        traits = tuple((name, tuple(map(str, values))) for name in TRAITS if (values := getattr(self, name)))
        return Filters(
            gender=self.gender,
            country=self.country,
            region=self.region,
            min_age=self.min_age,
            max_age=self.max_age,
            with_photo=self.photo is not None,
            traits=traits,
            interests=tuple(map(str, self.interests)),
            order=self.order,
            radius_km=AUTO if self.radius == AUTO else int(self.radius) if self.radius else None,
            numbers=tuple(self._numbers()),
            is_new=self.new is not None,
            is_online=self.online is not None,
            is_verified=self.verified is not None,
        )

    def _numbers(self) -> Iterator[tuple[str, tuple[int, int]]]:
        for name, number in NUMBERS.items():
            least, most = (getattr(self, f"{end}_{number.asked}") for end in ("min", "max"))
            if (least, most) != (None, None):
                yield name, (least or number.least, most or number.most)


class VisitorQuery(Input):
    """Filters of visitors. `network` and `ref` are the traffic source of the first URL."""

    gender: Gender | None = None
    country: Country | None = None
    region: RegionId | None = None
    min_age: int = Field(YOUNGEST, ge=YOUNGEST, le=OLDEST)
    max_age: int = Field(OLDEST, ge=YOUNGEST, le=OLDEST)
    network: str = Field("", max_length=200)
    ref: str = Field("", max_length=200)
    cursor: str | None = Field(None, max_length=200)
    limit: int = Field(24, ge=1, le=48)

    def filters(self) -> Filters:
        return Filters(self.gender, self.country, self.region, self.min_age, self.max_age)


class RelatedQuery(Input):
    id: UUID


class CountOut(Output):
    value: int
    exact: bool


class FoundCard(MemberSummary):
    """A member found, with the distance from town to town in kilometres (0 is the same town) and the reasons to fit."""

    distance_km: int | None
    shared_interests: list[Interest]
    close_in_age: bool


class LooseningOut(Output):
    """A filter, and how many there would be without it."""

    filter: str
    count: CountOut


class SearchAnswer(Output):
    profiles: list[FoundCard]
    count: CountOut
    next_cursor: str | None
    similar_results: list[FoundCard]
    similar_count: CountOut
    loosenings: list[LooseningOut]
    radius_km: int | None = Field(description="The radius of this search; later pages of auto name it")

    @staticmethod
    def of(results: Results, next_cursor: str | None, viewer_id: UUID, links: MediaLinks) -> "SearchAnswer":
        return SearchAnswer(
            profiles=[_found_card(one, viewer_id, links) for one in results.members],
            count=_count(results.count),
            next_cursor=next_cursor,
            similar_results=[_found_card(one, viewer_id, links) for one in results.similar],
            similar_count=_count(results.similar_count),
            loosenings=[LooseningOut(filter=one.filter, count=_count(one.count)) for one in results.loosenings],
            radius_km=results.radius_km,
        )


def _found_card(result: Result, viewer_id: UUID, links: MediaLinks) -> FoundCard:
    fit = result.found.fit
    return FoundCard.model_validate(
        {
            **summary_fields(result.card, viewer_id, links),
            "distance_km": fit.distance_km,
            "shared_interests": fit.shared,
            "close_in_age": fit.is_close_in_age,
        }
    )


def _count(count: Count) -> CountOut:
    return CountOut(value=count.value, exact=count.exact)


class VisitorCard(Output):
    """A member as visitors see them: no town, no presence, and a blurred photo."""

    id: UUID
    name: str
    age: int
    gender: Gender
    country: str
    region: str | None
    region_name: str | None
    fictional: bool
    demonstration: bool
    thumbhash: str | None


class VisitorSearchAnswer(Output):
    profiles: list[VisitorCard]
    count: CountOut
    next_cursor: str | None

    @staticmethod
    def of(results: VisitorResults, next_cursor: str | None) -> "VisitorSearchAnswer":
        return VisitorSearchAnswer(
            profiles=[_visitor_card(card) for card in results.cards],
            count=_count(results.count),
            next_cursor=next_cursor,
        )


def _visitor_card(card: Card) -> VisitorCard:
    return VisitorCard(
        id=card.id,
        name=card.name,
        age=card.age,
        gender=Gender(card.gender),
        country=card.country,
        region=card.region,
        region_name=card.region_name,
        fictional=card.fictional,
        demonstration=card.demonstration,
        thumbhash=card.main_photo.thumbhash if card.main_photo else None,
    )


class RelatedAnswer(Output):
    profiles: list[MemberSummary]
