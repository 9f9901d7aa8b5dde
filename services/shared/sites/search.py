"""Search and profiles of a site: fields shown and asked for, advertisements, visibility of likers."""

from functools import cached_property
from typing import Annotated, Literal, Self, get_args

from pydantic import AfterValidator, Field, model_validator

from shared.languages import Locale
from shared.sites.classifier import VerificationModel
from shared.sites.document import Document
from shared.sites.fit_points import FitPoints
from shared.sites.interests import Interest
from shared.sites.prompts import Prompt, default_prompts

ProfileField = Literal[
    "relationship_status", "sexuality", "hair_colour", "eye_colour", "body_type", "tattoos", "interests", "about",
    "looking_for", "has_children", "wants_children", "smoking", "education", "religion", "languages", "height_cm",
]  # fmt: skip
PROFILE_FIELDS = get_args(ProfileField)


def _each_once(interests: list[Interest]) -> list[Interest]:
    if len(set(interests)) != len(interests):
        raise ValueError("names an interest twice")
    return interests


class ResellTile(Document):
    """An advertisement for another site among the search results, marked as one."""

    id: str = Field(pattern=r"^[a-z0-9-]{1,40}$")
    kind: Literal["cam", "site"] = "site"
    title: dict[Locale, str] = Field(min_length=1, description="In each of the site's languages")
    text: dict[Locale, str] = Field(min_length=1)
    url: str = Field(pattern=r"^https://[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9._~/?=&%-]*)?$", max_length=500)


Weight = Annotated[int, Field(ge=0, le=100)]


class FitWeights(Document):
    """Weights of the order "best fit". The terms and the page `ranking` print them (DSA, Article 27)."""

    interests: Weight = 48  # for four shared interests; fewer count in part
    distance: Weight = 24  # for the same town; less with each band of distance
    age: Weight = 16  # for at most two years between both; less up to ten years

    @model_validator(mode="after")
    def _something_counts(self) -> Self:
        if not any((self.interests, self.distance, self.age)):
            raise ValueError("fit_weights needs one above 0")
        return self

    @cached_property
    def points(self) -> FitPoints:
        """Points of each step, for the order and for the page about it."""
        return FitPoints.of(self.interests, self.distance, self.age)


class SearchSettings(Document):
    """Search, profile fields, advertisements, and likes received."""

    logged_out_search: bool = False
    logged_out_search_trafficsource: bool = False
    member_resell: bool = Field(False, description="Whether search results contain advertisements")
    resell_tiles: list[ResellTile] = Field([], max_length=12)
    visible_profile_fields: list[ProfileField] = Field(list(PROFILE_FIELDS))
    visible_profile_notes: bool = Field(False, description="Whether the own profile names the audience of each part")
    search_fields: list[ProfileField] = Field(list(PROFILE_FIELDS))
    interests: Annotated[list[Interest], AfterValidator(_each_once)] = Field(
        list(Interest), min_length=1, description="Offered to choose on profiles and in search, in this order"
    )
    prompts: list[Prompt] = Field(
        default_factory=lambda: list(default_prompts()),
        max_length=100,
        description="Prompts that members may answer on their profiles, in this order; []: none",
    )
    privacy_switches: list[Literal["pause", "presence", "reads", "looks", "contacts"]] = Field(
        ["pause", "presence", "reads", "looks", "contacts"],
        description="What members may switch off: themselves, presence, read marks, looks, people they know",
    )
    fit_weights: FitWeights = FitWeights()
    looks: Literal["all", "premium", "none"] = Field(
        "premium", description="Members who see who looked at their profile this week"
    )
    date_plans: bool = Field(True, description="Whether members can share the plan of a date by a link")
    verification: bool = Field(True, description="Whether members can be verified by two live pictures")
    verification_model: VerificationModel | None = Field(
        None, description="The installation's model that compares live pictures with photos, for members who consent"
    )
    calls: bool = Field(
        False, description="Whether members of a conversation can call each other; TURN_URLS of chat carry the calls"
    )
    received_likes: Literal["all", "blurred", "count"] = Field(
        "all",
        description="How much free members see of members who like them: everyone, blurred pictures, or the count",
    )
