"""What likes reads and answers over HTTP."""

from datetime import UTC, datetime, time
from typing import Any
from uuid import UUID

from cards import Card, Picture, card_fields
from pairwise.profiles.v1 import profiles_pb2
from pydantic import Field
from servicekit.errors import FieldError, Invalid
from servicekit.keys import SealingKeys
from servicekit.web.endpoint import Input, Output

from likes.domain.cursors import Position
from likes.ports import Like
from likes.usecases.list_likes import LikeLists, Listed, Tab
from likes.usecases.swipe import Hand
from likes.web.cursors import close_cursor

MOST_ASKED = 30


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

    liked_at: datetime = Field(description="The day, as its first moment in UTC")
    match: bool


class LikedByCard(LikedCard):
    """A member who likes the caller."""

    like_new: bool


class CountsOut(Output):
    received: int
    sent: int
    matches: int


class CursorsOut(Output):
    """Where each list goes on; null at its end."""

    received: str | None
    sent: str | None
    matches: str | None


class VeiledLikes(Output):
    """Members who like the caller and are not shown to them: how many, and blurred pictures that do not say of whom."""

    count: int
    new: int
    pictures: list[str]


class LikesAnswer(Output):
    profiles: list[LikedCard]
    liked_by: list[LikedByCard]
    matches: list[LikedCard]
    total_new_likes: int
    counts: CountsOut
    cursors: CursorsOut
    veiled: VeiledLikes | None

    @staticmethod
    def of(lists: LikeLists, keys: SealingKeys) -> "LikesAnswer":
        counts, veil = lists.counts, lists.veil
        return LikesAnswer(
            profiles=[LikedCard.model_validate(_fields(like, card)) for like, card in lists.sent],
            liked_by=[_liked_by(like, card) for like, card in lists.received],
            matches=[LikedCard.model_validate(_fields(like, card)) for like, card in lists.matches],
            total_new_likes=counts.new,
            counts=CountsOut(received=counts.received, sent=counts.sent, matches=counts.matches),
            cursors=CursorsOut(**{tab.value: close_cursor(keys, end) for tab, end in lists.next.items()}),
            veiled=VeiledLikes(count=veil.count, new=veil.new, pictures=list(veil.pictures)) if veil else None,
        )


class LikesQuery(Input):
    """Which list goes on, and where."""

    type: Tab | None = None
    cursor: str | None = Field(None, max_length=200)


class LikesPage(Output):
    likes: list[LikedByCard]
    next_cursor: str | None

    @staticmethod
    def of(page: Listed, end: Position | None, keys: SealingKeys) -> "LikesPage":
        return LikesPage(likes=[_liked_by(like, card) for like, card in page], next_cursor=close_cursor(keys, end))


class Opened(Input):
    profile_id: UUID | None = None


class LikedQuery(Input):
    profile_ids: str = Field(
        max_length=37 * MOST_ASKED, pattern=r"^[0-9a-f,-]*$", description="ids, with commas between them"
    )

    def ids(self) -> list[UUID]:
        try:
            return list(dict.fromkeys(UUID(text) for text in self.profile_ids.split(",")))
        except ValueError as error:
            raise Invalid(errors=[FieldError("profile_ids", "field_invalid")]) from error


class LikedAnswer(Output):
    liked: list[UUID]


class MatchPicture(Picture):
    """`match` is the width the match dialog shows."""

    match: str


class AutoLike(Card):
    """A member who likes the caller; `mutual` when the caller likes them, too."""

    main_image: MatchPicture | None
    mutual: bool

    @staticmethod
    def of(card: profiles_pb2.Card, is_match: bool) -> "AutoLike":
        fields = card_fields(card)
        if image := fields["main_image"]:
            fields["main_image"] = {**image, "match": image["large_src"]}
        return AutoLike.model_validate({**fields, "mutual": is_match})


class NoAutoLike(Output):
    """Nobody new."""

    id: None = None
    main_image: None = None


class Swipe(Input):
    id: UUID
    profile_id: UUID
    like: bool = Field(strict=True)


class SwipeAnswer(Output):
    profile_id: UUID
    match: bool
    likes_left: int
    resets_at: datetime


class HandAnswer(Output):
    profiles: list[Card]
    likes_left: int
    likes_a_day: int
    resets_at: datetime
    last_pass: Card | None

    @staticmethod
    def of(hand: Hand) -> "HandAnswer":
        return HandAnswer(
            profiles=[Card.model_validate(card_fields(card)) for card in hand.cards],
            likes_left=hand.allowance.left,
            likes_a_day=hand.allowance.most,
            resets_at=hand.allowance.resets_at,
            last_pass=Card.model_validate(card_fields(hand.last_pass)) if hand.last_pass else None,
        )


def _liked_by(like: Like, card: profiles_pb2.Card) -> LikedByCard:
    return LikedByCard.model_validate({**_fields(like, card), "like_new": like.is_new})


def _fields(like: Like, card: profiles_pb2.Card) -> dict[str, Any]:
    return {**card_fields(card), "liked_at": _day(like.given_at), "match": like.is_match}


def _day(at: datetime) -> datetime:
    """Its UTC day: when exactly somebody was here is told nobody (profiles/domain/presence.py)."""
    return datetime.combine(at.astimezone(UTC).date(), time(), UTC)
