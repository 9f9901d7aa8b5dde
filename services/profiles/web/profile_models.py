"""A profile, as it is read and answered over HTTP."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any, Literal
from uuid import UUID

from pydantic import Field
from shared.contact_details import ContactDetail
from shared.kit.http import Input, Output
from shared.members import MemberSummary, Picture
from shared.sites.interests import Interest
from shared.sites.search import PROFILE_FIELDS

from profiles.domain.card import Photo
from profiles.domain.fields import ACCEPTED, CONDITIONS, FIELDS, NUMBERS, SEXUALITY, TEXTS, TRAITS, Number, Text, Trait
from profiles.domain.photo import PhotoStatus
from profiles.domain.profile import INTERESTS_MOST, OLDEST, YOUNGEST, Profile
from profiles.domain.prompt_answers import ANSWERS_MOST
from profiles.domain.traits import Gender
from profiles.media_links import MediaLinks
from profiles.usecases.profile.view_profile import Seen
from profiles.web.card_models import picture_out, summary_fields
from profiles.web.photo_models import LockedImage
from profiles.web.prompt_models import AnswerPrompt, PromptAnswerOut, Questions
from profiles.web.said_fields import with_fields
from profiles.web.town_models import TownId


class ProfileQuery(Input):
    id: UUID | None = None


PRIVATE = {name: field for name, field in FIELDS.items() if field.is_private}
# The values of a profile that keeps them back, by the names that sites know.
UNSAID = {"interests": []} | {name: field.unsaid for name, field in FIELDS.items()}


def _type_of(field: Text | Number | Trait) -> Any:
    if isinstance(field, Trait):
        return list[field.values] if field.is_several else field.values | None  # type: ignore[name-defined]
    return str | None if isinstance(field, Text) else int | None


def _shown(fields: Mapping[str, Text | Number | Trait]) -> dict[str, Any]:
    return {name: (_type_of(field), ...) for name, field in fields.items() if name not in PRIVATE}


def _changed(field: Text | Number | Trait) -> Any:
    match field:
        case Text():
            limits: Any = Field(None, max_length=20 * field.longest)
        case Number():
            limits = Field(None, ge=field.least, le=field.most)
        case Trait():
            limits = Field([], max_length=len(field.values)) if field.is_several else None
    return _type_of(field), limits


@with_fields({name: _changed(field) for name, field in (FIELDS | CONDITIONS).items() if name != SEXUALITY})
class ChangeProfile(Input):
    """Only the fields sent are changed; null empties a field."""

    interests: list[Interest] = Field([], max_length=INTERESTS_MOST)
    prompts: list[AnswerPrompt] = Field([], max_length=ANSWERS_MOST, description="All answers, in the order shown")
    town_id: TownId | None = None
    gender: Gender = Field(Gender.FEMALE, description="A correction, which is possible again after 90 days")
    date_of_birth: str = Field("", max_length=10, description="A correction, which is possible again after a year")
    seeks: list[Gender] = Field([], max_length=2, description="Empty: the member would rather not say")
    wants_from: int = Field(YOUNGEST, ge=YOUNGEST, le=OLDEST)
    wants_to: int = Field(OLDEST, ge=YOUNGEST, le=OLDEST)

    def changes(self) -> dict[str, Any]:
        sent = {name: getattr(self, name) for name in self.model_fields_set - {"prompts"}}
        # A list names each once, in an order of its own.
        changes = {name: sorted(set(value)) if isinstance(value, list) else value for name, value in sent.items()}
        if "prompts" in self.model_fields_set:
            changes["prompts"] = [(answer.prompt, answer.text) for answer in self.prompts]
        return changes


# Bases, because the order of fields is part of the API's document.
@with_fields(_shown(TEXTS))
class _WithTexts(MemberSummary):
    pass


@with_fields(_shown(NUMBERS))
class _WithNumbers(_WithTexts):
    interests: list[Interest]


class ProfilePhoto(Picture):
    id: UUID = Field(description="By which a like names it")


@with_fields(_shown(TRAITS))
class ProfileOut(_WithNumbers):
    prompts: list[PromptAnswerOut]
    photos: list[ProfilePhoto | LockedImage]
    photo_count: int
    is_own: bool
    blocked_by_me: bool
    is_renamed: bool = Field(
        description="The member has changed their name in the last 30 days; told to conversation partners alone"
    )
    distance_km: int | None = Field(description="Within how many kilometres, town to town; 0 is the same town")

    @staticmethod
    def seen(
        seen: Seen,
        viewer_id: UUID,
        links: MediaLinks,
        *,
        is_premium: bool,
        shown: Collection[str],
        questions: Questions,
    ) -> "ProfileOut":
        """Profile as another member sees it: without premium every photo but the first is blurred, and only the fields
        `shown` by the site have a value."""
        fields = _profile_fields(seen.profile, viewer_id, links, questions, is_unlocked=is_premium)
        kept_back = {name: UNSAID[name] for name in PROFILE_FIELDS if name not in shown and name not in PRIVATE}
        return ProfileOut.model_validate(fields | kept_back | {"distance_km": seen.distance_km})


class OwnMainImage(Picture):
    """The main photo for its own member: without an approved one, the first in review, which nobody else is sent."""

    status: Literal[PhotoStatus.PENDING, PhotoStatus.ACTIVE]


@with_fields({name: (_type_of(field), ...) for name, field in (PRIVATE | CONDITIONS).items()})
class OwnProfileOut(ProfileOut):
    main_image: OwnMainImage | None
    town_id: int | None
    seeks: list[Gender]
    wants_from: int
    wants_to: int
    date_of_birth: date
    shares_presence: bool = Field(description="Without it the presence of others is not shown either")
    about_held: bool = Field(description="Others do not see the text, because it has contact details")

    @staticmethod
    def own(profile: Profile, links: MediaLinks, questions: Questions) -> "OwnProfileOut":
        fields = _profile_fields(profile, profile.card.id, links, questions, is_unlocked=True)
        own = {
            "town_id": profile.card.town_id,
            "seeks": profile.seeks,
            "wants_from": profile.wants_from,
            "wants_to": profile.wants_to,
            "date_of_birth": profile.card.birth_date,
            "shares_presence": profile.shares_presence,
            "about_held": profile.is_about_held,
            "main_image": _own_main_image(profile, links),
            **{name: profile.said[name] for name in PRIVATE},
            **{column: profile.accepts[name] for name, column in ACCEPTED.items()},
            "distance_km": None,
        }
        return OwnProfileOut.model_validate({**fields, **own})


def _own_main_image(profile: Profile, links: MediaLinks) -> dict[str, Any] | None:
    card = profile.card
    photo: Photo | None = card.main_photo or profile.pending_photo
    status = PhotoStatus.ACTIVE if card.main_photo else PhotoStatus.PENDING
    return {**picture_out(links.image(photo, card.id, card.at)).model_dump(), "status": status} if photo else None


def _profile_fields(
    profile: Profile, viewer_id: UUID, links: MediaLinks, questions: Questions, *, is_unlocked: bool
) -> dict[str, Any]:
    at, is_own = profile.card.at, profile.visibility.is_self
    return {
        **summary_fields(profile.card, viewer_id, links),
        "interests": profile.interests,
        **{name: value for name, value in profile.said.items() if name not in PRIVATE},
        "prompts": questions.answers(profile.answers, at.date(), is_own=is_own),
        "photos": [
            ProfilePhoto(id=photo.id, **picture_out(links.image(photo, viewer_id, at)).model_dump())
            if is_unlocked or number == 0
            else LockedImage(src=links.locked(photo, viewer_id, at))
            for number, photo in enumerate(profile.photos)
        ],
        "photo_count": len(profile.photos),
        "is_renamed": profile.is_renamed and profile.visibility.is_acquainted,
        "is_own": is_own,
        "blocked_by_me": profile.visibility.is_blocked_by_viewer,
    }


class ProfileAnswer(Output):
    profile: OwnProfileOut | ProfileOut


class ChangedProfileAnswer(Output):
    profile: OwnProfileOut
    contact_details: list[ContactDetail] = Field(description="Found in a text that this request changed")


class InterestsAnswer(Output):
    interests: list[Interest]
