"""What profiles reads and answers over HTTP."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from cards import Card as CardOut
from cards import Picture
from pydantic import Field
from servicekit.web.endpoint import Input, Output

from profiles.domain.card import Card, Photo
from profiles.domain.interests import Interest
from profiles.domain.photo import OwnPhoto, PhotoStatus, RejectReason
from profiles.domain.profile import INTERESTS_MOST, Profile
from profiles.domain.search import OLDEST, YOUNGEST
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
from profiles.usecases.view_privacy import Privacy

Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
RegionId = Annotated[str, Field(pattern=r"^[a-z]{2}-[a-z0-9-]{1,60}$")]
TownId = Annotated[int, Field(ge=1, le=2**31 - 1)]


class SearchQuery(Input):
    gender: Gender | None = None
    country: Country | None = None
    region: RegionId | None = None
    min_age: int = Field(YOUNGEST, ge=YOUNGEST, le=OLDEST)
    max_age: int = Field(OLDEST, ge=YOUNGEST, le=OLDEST)
    cursor: str | None = Field(None, max_length=200)
    limit: int = Field(24, ge=1, le=48)


class ProfileQuery(Input):
    id: UUID | None = None


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


class SearchAnswer(Output):
    profiles: list[CardOut]
    count: CountOut
    next_cursor: str | None


class BlockedAnswer(Output):
    profiles: list[CardOut]


class BlockAnswer(Output):
    profile_id: UUID


class ProfileOut(CardOut):
    about: str | None
    interests: list[Interest]
    sexuality: Sexuality
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
    def seen(profile: Profile, viewer_id: UUID, links: MediaLinks, *, is_premium: bool) -> "ProfileOut":
        """As someone else sees it: without premium every photo but the first is the blurred one."""
        return ProfileOut.model_validate(_profile_fields(profile, viewer_id, links, is_unlocked=is_premium))


class OwnProfileOut(ProfileOut):
    town_id: int | None
    seeks: list[Gender]
    date_of_birth: date

    @staticmethod
    def own(profile: Profile, links: MediaLinks) -> "OwnProfileOut":
        fields = _profile_fields(profile, profile.card.id, links, is_unlocked=True)
        own = {"town_id": profile.town_id, "seeks": profile.seeks, "date_of_birth": profile.card.birth_date}
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
