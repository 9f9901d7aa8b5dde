from typing import Any, Literal
from uuid import UUID

from pairwise.profiles.v1 import profiles_pb2
from pydantic import Field

from shared.kit.http import Output


class Picture(Output):
    """A photo in its three widths, by links made for the viewer."""

    thumb_src: str
    src: str
    large_src: str
    thumbhash: str


class MemberSummary(Output):
    """A member in a list, as the viewer may see them."""

    id: UUID
    name: str
    age: int
    gender: Literal["male", "female"]
    country: str
    region: str | None
    region_name: str | None
    town: str | None
    fictional: bool
    demonstration: bool
    presence: Literal["today", "week"] | None
    is_new: bool
    is_paused: bool = Field(description="Takes a break: shown to conversation partners alone")
    verified_in: str | None = Field(
        None,
        pattern=r"^\d{4}-\d{2}$",
        description="The month of the badge: the main photo was compared with live pictures",
    )
    main_image: Picture | None


def summary_fields(card: profiles_pb2.Card) -> dict[str, Any]:
    """The fields of a card from profiles; empty strings of the message become None."""
    return {
        "id": card.id,
        "name": card.name,
        "age": card.age,
        "gender": card.gender,
        "country": card.country,
        "region": card.region or None,
        "region_name": card.region_name or None,
        "town": card.town or None,
        "fictional": card.fictional,
        "demonstration": card.demonstration,
        "presence": card.presence or None,
        "is_new": card.is_new,
        "is_paused": card.is_paused,
        "verified_in": card.verified_in or None,
        "main_image": picture_fields(card.main_image) if card.HasField("main_image") else None,
    }


def picture_fields(image: profiles_pb2.Image) -> dict[str, str]:
    """The fields of a photo from profiles."""
    return {
        "thumb_src": image.thumb_src,
        "src": image.src,
        "large_src": image.large_src,
        "thumbhash": image.thumbhash,
    }
