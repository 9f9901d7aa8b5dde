"""A profile, as it is read and answered over HTTP."""

from collections.abc import Collection
from datetime import date
from typing import Any
from uuid import UUID

from cards import Card as CardOut
from cards import Picture
from pydantic import Field
from servicekit.web.endpoint import Input, Output
from sites.model import PROFILE_FIELDS

from profiles.domain.interests import Interest
from profiles.domain.profile import INTERESTS_MOST, OLDEST, YOUNGEST, Profile
from profiles.domain.traits import (
    BodyType,
    EyeColour,
    Gender,
    HairColour,
    RelationshipStatus,
    Sexuality,
    Tattoos,
)
from profiles.media_links import MediaLinks
from profiles.usecases.view_profile import Seen
from profiles.web.card_models import card_fields, picture_out
from profiles.web.photo_models import LockedImage
from profiles.web.place_models import TownId


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
    wants_from: int = Field(YOUNGEST, ge=YOUNGEST, le=OLDEST)
    wants_to: int = Field(OLDEST, ge=YOUNGEST, le=OLDEST)

    def changes(self) -> dict[str, Any]:
        sent = {name: getattr(self, name) for name in self.model_fields_set}
        # A list names each once, in an order of its own.
        return {name: sorted(set(value)) if isinstance(value, list) else value for name, value in sent.items()}


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
    distance_km: int | None = Field(description="Within how many kilometres, town to town; 0 is the same town")

    @staticmethod
    def seen(
        seen: Seen, viewer_id: UUID, links: MediaLinks, *, is_premium: bool, shown: Collection[str]
    ) -> "ProfileOut":
        """As someone else sees it: without premium every photo but the first is the blurred one, and of what can be
        said only what this site shows."""
        fields = _profile_fields(seen.profile, viewer_id, links, is_unlocked=is_premium)
        kept_back: dict[str, Any] = {
            name: [] if name == "interests" else None for name in PROFILE_FIELDS if name not in shown
        }
        return ProfileOut.model_validate(fields | kept_back | {"distance_km": seen.distance_km})


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
            "distance_km": None,
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
            picture_out(links.image(photo, viewer_id, at))
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
