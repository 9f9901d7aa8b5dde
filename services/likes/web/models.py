"""What likes reads and answers over HTTP."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pairwise.profiles.v1 import profiles_pb2
from servicekit.web.endpoint import Input, Output

from likes.ports import Like
from likes.usecases.list_likes import LikeLists


class GiveLike(Input):
    id: UUID
    profile_id: UUID


class OfMember(Input):
    profile_id: UUID


class LikeAnswer(Output):
    profile_id: UUID
    match: bool


class NewLikesAnswer(Output):
    total_new_likes: int


class Picture(Output):
    thumb_src: str
    src: str
    large_src: str
    thumbhash: str


class LikedCard(Output):
    """A member the caller likes."""

    id: UUID
    name: str
    age: int
    gender: str
    country: str
    region: str
    region_name: str
    town: str
    fictional: bool
    demonstration: bool
    presence: Literal["online", "today", "week"] | None
    is_new: bool
    main_image: Picture | None
    liked_at: datetime
    match: bool


class LikedByCard(LikedCard):
    """A member who likes the caller."""

    like_new: bool


class LikesAnswer(Output):
    profiles: list[LikedCard]
    liked_by: list[LikedByCard]
    total_new_likes: int

    @staticmethod
    def of(lists: LikeLists) -> "LikesAnswer":
        return LikesAnswer(
            profiles=[LikedCard.model_validate(_fields(like, card)) for like, card in lists.sent],
            liked_by=[
                LikedByCard.model_validate({**_fields(like, card), "like_new": like.is_new})
                for like, card in lists.received
            ],
            total_new_likes=lists.new_count,
        )


def _fields(like: Like, card: profiles_pb2.Card) -> dict[str, object]:
    image = card.main_image
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
        "presence": card.presence or None,
        "is_new": card.is_new,
        "main_image": {
            "thumb_src": image.thumb_src,
            "src": image.src,
            "large_src": image.large_src,
            "thumbhash": image.thumbhash,
        }
        if card.HasField("main_image")
        else None,
        "liked_at": like.given_at,
        "match": like.is_match,
    }
