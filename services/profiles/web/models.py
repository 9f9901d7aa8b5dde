"""What profiles reads and answers over HTTP."""

from collections.abc import Collection, Iterable
from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from cards import Card as CardOut
from cards import Picture
from pydantic import BeforeValidator, Field
from servicekit.web.endpoint import Input, Output
from sites.model import PROFILE_FIELDS

from profiles.domain.card import Card, Photo
from profiles.domain.interests import Interest
from profiles.domain.marks import TRAITS
from profiles.domain.photo import OwnPhoto, PhotoStatus, RejectReason
from profiles.domain.profile import INTERESTS_MOST, OLDEST, YOUNGEST, Profile
from profiles.domain.search import Asked, Count, Order
from profiles.domain.traits import (
    BodyType,
    EyeColour,
    Gender,
    HairColour,
    RelationshipStatus,
    Sexuality,
    Tattoos,
)
from profiles.gazetteer import Region, Town
from profiles.media_links import Image, MediaLinks
from profiles.usecases.search_as_visitor import VisitorResults
from profiles.usecases.search_members import Result, Results
from profiles.usecases.view_privacy import Privacy

Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
RegionId = Annotated[str, Field(pattern=r"^[a-z]{2}-[a-z0-9-]{1,60}$")]
TownId = Annotated[int, Field(ge=1, le=2**31 - 1)]


def _several(text: object) -> object:
    """An address names several values in one, with commas between."""
    return sorted(set(text.split(","))) if isinstance(text, str) else text


Several = BeforeValidator(_several, json_schema_input_type=str)


class SearchQuery(Input):
    """Of each trait, and of the interests, several may be named with commas between: any of them will do."""

    gender: Gender | None = None
    country: Country | None = None
    region: RegionId | None = None
    min_age: int = Field(YOUNGEST, ge=YOUNGEST, le=OLDEST)
    max_age: int = Field(OLDEST, ge=YOUNGEST, le=OLDEST)
    photo: Literal["1"] | None = None
    relationship_status: Annotated[tuple[RelationshipStatus, ...], Several] = ()
    sexuality: Annotated[tuple[Sexuality, ...], Several] = ()
    body_type: Annotated[tuple[BodyType, ...], Several] = ()
    hair_colour: Annotated[tuple[HairColour, ...], Several] = ()
    eye_colour: Annotated[tuple[EyeColour, ...], Several] = ()
    tattoos: Annotated[tuple[Tattoos, ...], Several] = ()
    interests: Annotated[tuple[Interest, ...], Several] = ()
    order: Order = Order.ACTIVE
    cursor: str | None = Field(None, max_length=200)
    limit: int = Field(24, ge=1, le=48)

    def asked(self) -> Asked:
        traits = tuple((name, tuple(map(str, values))) for name in TRAITS if (values := getattr(self, name)))
        return Asked(
            gender=self.gender,
            country=self.country,
            region=self.region,
            min_age=self.min_age,
            max_age=self.max_age,
            with_photo=self.photo is not None,
            traits=traits,
            interests=tuple(map(str, self.interests)),
            order=self.order,
        )


class VisitorQuery(Input):
    """What visitors may ask by. `network` and `ref` say where they came from, as the first address did."""

    gender: Gender | None = None
    country: Country | None = None
    region: RegionId | None = None
    min_age: int = Field(YOUNGEST, ge=YOUNGEST, le=OLDEST)
    max_age: int = Field(OLDEST, ge=YOUNGEST, le=OLDEST)
    network: str = Field("", max_length=200)
    ref: str = Field("", max_length=200)
    cursor: str | None = Field(None, max_length=200)
    limit: int = Field(24, ge=1, le=48)

    def asked(self) -> Asked:
        return Asked(self.gender, self.country, self.region, self.min_age, self.max_age)


class ProfileQuery(Input):
    id: UUID | None = None


class RelatedQuery(Input):
    id: UUID


class ChangeProfile(Input):
    """Only what is sent is changed; null takes a field away."""

    about: str | None = Field(None, max_length=20_000)
    interests: list[Interest] = Field([], max_length=INTERESTS_MOST)
    town_id: TownId | None = None
    relationship_status: RelationshipStatus | None = None
    hair_colour: HairColour | None = None
    eye_colour: EyeColour | None = None
    body_type: BodyType | None = None
    tattoos: Tattoos | None = None
    seeks: list[Gender] = Field([], min_length=1, max_length=2)
    wants_from: int = Field(YOUNGEST, ge=YOUNGEST, le=OLDEST)
    wants_to: int = Field(OLDEST, ge=YOUNGEST, le=OLDEST)

    def changes(self) -> dict[str, Any]:
        sent = {name: getattr(self, name) for name in self.model_fields_set}
        # A list names each once, in an order of its own.
        return {name: sorted(set(value)) if isinstance(value, list) else value for name, value in sent.items()}


class Block(Input):
    id: UUID
    profile_id: UUID


class Unblock(Input):
    profile_id: UUID


class ChangePrivacy(Input):
    invisible: bool = Field(strict=True)


class PrivacyAnswer(Output):
    """Who sees the caller: `invisible` by the caller's choice, `hidden` by moderation's."""

    invisible: bool
    hidden: bool
    blocked_count: int

    @staticmethod
    def of(privacy: Privacy) -> "PrivacyAnswer":
        return PrivacyAnswer(
            invisible=privacy.is_invisible, hidden=privacy.is_hidden, blocked_count=privacy.blocked_count
        )


class RegionsQuery(Input):
    country: Country


class GeocodeQuery(Input):
    """A place by where it is (`lat`, `lon`) or by how its name begins (`q`)."""

    lat: float | None = Field(None, ge=-90, le=90, allow_inf_nan=False)
    lon: float | None = Field(None, ge=-180, le=180, allow_inf_nan=False)
    q: str | None = Field(None, max_length=80)
    country: Country | None = None


class PhotoForm(Input):
    id: UUID
    photo: bytes


class OrderPhotos(Input):
    """All of the own photos; the first is the main one."""

    order: list[UUID] = Field(max_length=200)


class DeletePhoto(Input):
    photo_id: UUID


class OwnPhotoOut(Picture):
    id: UUID
    status: PhotoStatus
    reason: RejectReason | None

    @staticmethod
    def of(photo: OwnPhoto, member_id: UUID, links: MediaLinks, at: datetime) -> "OwnPhotoOut":
        image = links.image(Photo(photo.id, photo.thumbhash), member_id, at)
        return OwnPhotoOut(
            id=photo.id,
            status=photo.status,
            reason=RejectReason(photo.reason) if photo.reason else None,
            thumb_src=image.thumb_src,
            src=image.src,
            large_src=image.large_src,
            thumbhash=image.thumbhash,
        )


class PhotoAnswer(Output):
    photo: OwnPhotoOut


class OwnPhotosAnswer(Output):
    """`limit` is how many the member may have, `premium_limit` how many with premium."""

    photos: list[OwnPhotoOut]
    limit: int
    premium_limit: int


class LockedImage(Output):
    locked: Literal[True] = True
    src: str


def card_out(card: Card, viewer_id: UUID, links: MediaLinks) -> CardOut:
    return CardOut.model_validate(card_fields(card, viewer_id, links))


def card_fields(card: Card, viewer_id: UUID, links: MediaLinks) -> dict[str, Any]:
    photo = card.main_photo
    return {
        "id": card.id,
        "name": card.name,
        "age": card.age,
        "gender": card.gender,
        "country": card.country,
        "region": card.region,
        "region_name": card.region_name,
        "town": card.town,
        "fictional": card.fictional,
        "demonstration": card.demonstration,
        "presence": card.presence,
        "is_new": card.is_new,
        "main_image": _picture(links.image(photo, viewer_id, card.at)) if photo else None,
    }


def _picture(image: Image) -> Picture:
    return Picture(thumb_src=image.thumb_src, src=image.src, large_src=image.large_src, thumbhash=image.thumbhash)


class CountOut(Output):
    value: int
    exact: bool


class FoundCard(CardOut):
    """A member found: within how many kilometres, town to town (0 is the same town), and what speaks for them."""

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

    @staticmethod
    def of(results: Results, next_cursor: str | None, viewer_id: UUID, links: MediaLinks) -> "SearchAnswer":
        return SearchAnswer(
            profiles=[_found_card(one, viewer_id, links) for one in results.members],
            count=_count(results.count),
            next_cursor=next_cursor,
            similar_results=[_found_card(one, viewer_id, links) for one in results.similar],
            similar_count=_count(results.similar_count),
            loosenings=[LooseningOut(filter=one.filter, count=_count(one.count)) for one in results.loosenings],
        )


def _found_card(result: Result, viewer_id: UUID, links: MediaLinks) -> FoundCard:
    fit = result.found.fit
    return FoundCard.model_validate(
        {
            **card_fields(result.card, viewer_id, links),
            "distance_km": fit.distance_km,
            "shared_interests": fit.shared,
            "close_in_age": fit.is_close_in_age,
        }
    )


def _count(count: Count) -> CountOut:
    return CountOut(value=count.value, exact=count.exact)


class VisitorCard(Output):
    """What someone who is not logged in is shown of a member: no town, no presence, and no photo but its blur."""

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
    profiles: list[CardOut]


class BlockedAnswer(Output):
    profiles: list[CardOut]


class BlockAnswer(Output):
    profile_id: UUID


class ProfileOut(CardOut):
    about: str | None
    interests: list[Interest]
    sexuality: Sexuality | None
    relationship_status: RelationshipStatus | None
    hair_colour: HairColour | None
    eye_colour: EyeColour | None
    body_type: BodyType | None
    tattoos: Tattoos | None
    photos: list[Picture | LockedImage]
    photo_count: int
    is_own: bool
    blocked_by_me: bool

    @staticmethod
    def seen(
        profile: Profile, viewer_id: UUID, links: MediaLinks, *, is_premium: bool, shown: Collection[str]
    ) -> "ProfileOut":
        """As someone else sees it: without premium every photo but the first is the blurred one, and of what can be
        said only what this site shows."""
        fields = _profile_fields(profile, viewer_id, links, is_unlocked=is_premium)
        kept_back: dict[str, Any] = {
            name: [] if name == "interests" else None for name in PROFILE_FIELDS if name not in shown
        }
        return ProfileOut.model_validate(fields | kept_back)


class OwnProfileOut(ProfileOut):
    town_id: int | None
    seeks: list[Gender]
    wants_from: int
    wants_to: int
    date_of_birth: date

    @staticmethod
    def own(profile: Profile, links: MediaLinks) -> "OwnProfileOut":
        fields = _profile_fields(profile, profile.card.id, links, is_unlocked=True)
        own = {
            "town_id": profile.card.town_id,
            "seeks": profile.seeks,
            "wants_from": profile.wants_from,
            "wants_to": profile.wants_to,
            "date_of_birth": profile.card.birth_date,
        }
        return OwnProfileOut.model_validate({**fields, **own})


def _profile_fields(profile: Profile, viewer_id: UUID, links: MediaLinks, *, is_unlocked: bool) -> dict[str, Any]:
    at = profile.card.at
    return {
        **card_fields(profile.card, viewer_id, links),
        "about": profile.about,
        "interests": profile.interests,
        "sexuality": profile.sexuality,
        "relationship_status": profile.relationship_status,
        "hair_colour": profile.hair_colour,
        "eye_colour": profile.eye_colour,
        "body_type": profile.body_type,
        "tattoos": profile.tattoos,
        "photos": [
            _picture(links.image(photo, viewer_id, at))
            if is_unlocked or number == 0
            else LockedImage(src=links.locked(photo, viewer_id, at))
            for number, photo in enumerate(profile.photos)
        ],
        "photo_count": len(profile.photos),
        "is_own": profile.standing.is_self,
        "blocked_by_me": profile.standing.is_blocked_by_viewer,
    }


class ProfileAnswer(Output):
    profile: OwnProfileOut | ProfileOut


class OwnProfileAnswer(Output):
    profile: OwnProfileOut


class InterestsAnswer(Output):
    interests: list[Interest]


class RegionOut(Output):
    id: str
    name: str


class RegionsAnswer(Output):
    regions: list[RegionOut]

    @staticmethod
    def of(regions: Iterable[Region]) -> "RegionsAnswer":
        return RegionsAnswer(regions=[RegionOut(id=region.id, name=region.name) for region in regions])


class TownOut(Output):
    id: int
    name: str
    region: str
    region_name: str
    country: str

    @staticmethod
    def of(town: Town) -> "TownOut":
        return TownOut(
            id=town.id, name=town.name, region=town.region_id, region_name=town.region_name, country=town.country
        )


class NearestAnswer(Output):
    town: TownOut | None


class TownsAnswer(Output):
    towns: list[TownOut]
