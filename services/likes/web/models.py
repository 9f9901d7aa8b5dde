"""Request and response models of likes."""

from datetime import UTC, date, datetime, time
from typing import Any
from uuid import UUID

from pairwise.profiles.v1 import profiles_pb2
from pydantic import Field
from shared.kit.core import ClientId, FieldError, Invalid, SealingKeys
from shared.kit.http import Input, Output
from shared.members import MemberSummary, Picture, summary_fields
from shared.sites import Site

from likes.domain.cursors import LikeCursor
from likes.domain.like import Like
from likes.usecases.list_likes import LikeLists, LikePage, Tab
from likes.usecases.show_deck import CandidateDeck
from likes.web.cursors import seal_cursor

MAX_IDS = 30


class GiveLike(Input):
    id: ClientId
    profile_id: UUID


class OfMember(Input):
    profile_id: UUID


class LikeAnswer(Output):
    profile_id: UUID
    match: bool


class NewLikesAnswer(Output):
    total_new_likes: int


class LikedCard(MemberSummary):
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
    """The cursor of each list's next page; null at its end."""

    received: str | None
    sent: str | None
    matches: str | None


class BlurredLikes(Output):
    """Members who like the caller and are not shown to them: a count, and blurred pictures that reveal no id."""

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
    veiled: BlurredLikes | None

    @staticmethod
    def of(lists: LikeLists, keys: SealingKeys) -> "LikesAnswer":
        counts, unshown = lists.counts, lists.unshown
        return LikesAnswer(
            profiles=[LikedCard.model_validate(_fields(like, card)) for like, card in lists.sent],
            liked_by=[_liked_by(like, card) for like, card in lists.received],
            matches=[LikedCard.model_validate(_fields(like, card)) for like, card in lists.matches],
            total_new_likes=counts.new,
            counts=CountsOut(received=counts.received, sent=counts.sent, matches=counts.matches),
            cursors=CursorsOut(**{tab.value: seal_cursor(keys, end) for tab, end in lists.next.items()}),
            veiled=BlurredLikes(count=unshown.count, new=unshown.new, pictures=list(unshown.pictures))
            if unshown
            else None,
        )


class LikesQuery(Input):
    """A list, and the cursor of its page."""

    type: Tab | None = None
    cursor: str | None = Field(None, max_length=200)


class LikesPage(Output):
    likes: list[LikedByCard]
    next_cursor: str | None

    @staticmethod
    def of(page: LikePage, end: LikeCursor | None, keys: SealingKeys) -> "LikesPage":
        return LikesPage(likes=[_liked_by(like, card) for like, card in page], next_cursor=seal_cursor(keys, end))


class Opened(Input):
    profile_id: UUID | None = None


class LikedQuery(Input):
    profile_ids: str = Field(
        max_length=37 * MAX_IDS, pattern=r"^[0-9a-f,-]*$", description="ids, with commas between them"
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


class AutoLike(MemberSummary):
    """A member who likes the caller; `mutual` when the caller likes them, too."""

    main_image: MatchPicture | None
    mutual: bool

    @staticmethod
    def of(card: profiles_pb2.Card, is_match: bool) -> "AutoLike":
        fields = summary_fields(card)
        if image := fields["main_image"]:
            fields["main_image"] = {**image, "match": image["large_src"]}
        return AutoLike.model_validate({**fields, "mutual": is_match})


class NoAutoLike(Output):
    """No new like."""

    id: None = None
    main_image: None = None


class Swipe(Input):
    id: ClientId
    profile_id: UUID
    like: bool = Field(strict=True)


class SwipeAnswer(Output):
    profile_id: UUID
    match: bool
    likes_left: int
    resets_at: datetime


class UndoneSwipeAnswer(Output):
    like: bool = Field(description="A like was taken back, and counts no more")
    seen: bool = Field(description="The other had seen it")


class CandidateAnswer(Output):
    question: str
    text: str


class Candidate(MemberSummary):
    answer: CandidateAnswer | None = Field(description="Their first answer to a prompt that the site offers today")

    @staticmethod
    def of(card: profiles_pb2.Card, site: Site, language: str, day: date) -> "Candidate":
        offered = {prompt.id: prompt for prompt in site.prompts if prompt.is_offered_on(day)}
        first = next((answer for answer in card.answers if answer.prompt in offered), None)
        question = offered[first.prompt].words_in(language, site.domain_language) if first else ""
        answer = CandidateAnswer(question=question, text=first.text) if first else None
        return Candidate.model_validate({**summary_fields(card), "answer": answer})


class CandidateDeckAnswer(Output):
    profiles: list[Candidate]
    likes_left: int
    likes_a_day: int
    resets_at: datetime
    last_pass: MemberSummary | None = Field(description="The member of the last decision, if it was a pass")
    last_like: MemberSummary | None = Field(description="The same, if it was a like")

    @staticmethod
    def of(deck: CandidateDeck, site: Site, language: str) -> "CandidateDeckAnswer":
        return CandidateDeckAnswer(
            profiles=[Candidate.of(card, site, language, deck.day) for card in deck.cards],
            likes_left=deck.allowance.left,
            likes_a_day=deck.allowance.most,
            resets_at=deck.allowance.resets_at,
            last_pass=_summary(deck.last_pass),
            last_like=_summary(deck.last_like),
        )


def _summary(card: profiles_pb2.Card | None) -> MemberSummary | None:
    return MemberSummary.model_validate(summary_fields(card)) if card else None


def _liked_by(like: Like, card: profiles_pb2.Card) -> LikedByCard:
    return LikedByCard.model_validate({**_fields(like, card), "like_new": like.is_new})


def _fields(like: Like, card: profiles_pb2.Card) -> dict[str, Any]:
    return {**summary_fields(card), "liked_at": _day(like.given_at), "match": like.is_match}


def _day(at: datetime) -> datetime:
    """The UTC day: the exact time would reveal presence (profiles/domain/presence.py)."""
    return datetime.combine(at.astimezone(UTC).date(), time(), UTC)
