"""What likes reads and answers over HTTP."""

from datetime import datetime
from typing import Any
from uuid import UUID

from cards import Card, card_fields
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


class LikedCard(Card):
    """A member the caller likes."""

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


def _fields(like: Like, card: profiles_pb2.Card) -> dict[str, Any]:
    return {**card_fields(card), "liked_at": like.given_at, "match": like.is_match}
