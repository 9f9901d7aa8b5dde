"""Request and response models of likes."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Annotated, Any, Self
from uuid import UUID

from pairwise.profiles.v1 import profiles_pb2
from pydantic import Field, StringConstraints, model_validator
from shared.contact_details import Hint, hints_in
from shared.kit.core import ClientId, FieldError, Invalid, SealingKeys
from shared.kit.http import Input, Output
from shared.members import MemberSummary, Picture, picture_fields, summary_fields
from shared.sites import OPENER_LENGTH, Site

from likes.domain.cursors import LikeCursor
from likes.domain.like import Like, Opener
from likes.usecases.list_likes import LikeLists, LikePage, Tab
from likes.usecases.show_deck import CandidateDeck
from likes.web.cursors import seal_cursor

MAX_IDS = 30
QuestionOf = Callable[[str], str]  # of a prompt, by its id


class GiveLike(Input):
    id: ClientId
    profile_id: UUID
    part_id: UUID | None = Field(None, description="One photo or answer of theirs; null: the member as a whole")
    words: str = Field(
        "", description=f"At most {OPENER_LENGTH} characters; the first message once the like is answered"
    )

    judged_by_domain = frozenset({"words"})

    @model_validator(mode="after")
    def _words_are_about_a_part(self) -> Self:
        if self.words and self.part_id is None:
            raise ValueError("words are about a photo or an answer")
        return self

    def opener(self, longest: int) -> Opener | None:
        return Opener.checked(self.part_id, self.words, longest) if self.part_id else None


class ReportWords(Input):
    """A report of the words that came with this member's like, for a reason of complaint.php."""

    id: ClientId
    profile_id: UUID
    reason: Annotated[str, StringConstraints(pattern=r"^[a-z]{1,20}$")]
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]


class WordsReportReceipt(Output):
    number: int


class OfMember(Input):
    profile_id: UUID


class LikeAnswer(Output):
    profile_id: UUID
    match: bool


class NewLikesAnswer(Output):
    total_new_likes: int


class AnswerOut(Output):
    question: str = Field(description="Empty where the site has no such prompt")
    text: str


class LikedPartOut(Output):
    """The photo or answer that a like is of, and the words with it. Both are null once it is not shown any more."""

    photo: Picture | None
    answer: AnswerOut | None
    words: str | None
    hints: list[Hint] = Field(description="Warnings to the reader of the words: the liked member")

    @staticmethod
    def of(like: Like | Opener, part: profiles_pb2.LikedPart | None, question_of: QuestionOf) -> "LikedPartOut":
        answer = part.answer if part and part.HasField("answer") else None
        return LikedPartOut(
            photo=Picture.model_validate(picture_fields(part.photo)) if part and part.HasField("photo") else None,
            answer=AnswerOut(question=question_of(answer.prompt), text=answer.text) if answer else None,
            words=like.words,
            hints=[],
        )


class OpenersQuery(Input):
    profile_id: UUID


class OpenersAnswer(Output):
    """The openers of a match, as the first messages of their conversation quote them."""

    own: LikedPartOut | None
    partner: LikedPartOut | None

    @staticmethod
    def of(
        found: dict[UUID, tuple[Opener, profiles_pb2.LikedPart | None]], viewer_id: UUID, question_of: QuestionOf
    ) -> "OpenersAnswer":
        shown = {
            liker_id == viewer_id: LikedPartOut.of(opener, part, question_of)
            for liker_id, (opener, part) in found.items()
        }
        return OpenersAnswer(own=shown.get(True), partner=shown.get(False))


class LikedCard(MemberSummary):
    """A member the caller likes."""

    liked_at: datetime = Field(description="The day, as its first moment in UTC")
    match: bool
    part: LikedPartOut | None = Field(description="What the like is of; null: the member as a whole")


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
    def of(lists: LikeLists, keys: SealingKeys, question_of: QuestionOf) -> "LikesAnswer":
        counts, unshown = lists.counts, lists.unshown
        return LikesAnswer(
            profiles=[_liked(*row, question_of) for row in lists.sent],
            liked_by=[_liked_by(*row, question_of) for row in lists.received],
            matches=[_liked(*row, question_of) for row in lists.matches],
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
    def of(page: LikePage, end: LikeCursor | None, keys: SealingKeys, question_of: QuestionOf) -> "LikesPage":
        return LikesPage(likes=[_liked_by(*row, question_of) for row in page], next_cursor=seal_cursor(keys, end))


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


class Candidate(MemberSummary):
    answer: AnswerOut | None = Field(description="Their first answer to a prompt that the site offers today")

    @staticmethod
    def of(card: profiles_pb2.Card, site: Site, language: str, day: date) -> "Candidate":
        offered = {prompt.id: prompt for prompt in site.prompts if prompt.is_offered_on(day)}
        first = next((answer for answer in card.answers if answer.prompt in offered), None)
        question = offered[first.prompt].words_in(language, site.domain_language) if first else ""
        answer = AnswerOut(question=question, text=first.text) if first else None
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


def _liked_by(
    like: Like, card: profiles_pb2.Card, part: profiles_pb2.LikedPart | None, question_of: QuestionOf
) -> LikedByCard:
    fields = _fields(like, card, part, question_of)
    if like.part_id:
        fields["part"] = fields["part"].model_copy(update={"hints": list(hints_in(like.words or ""))})
    return LikedByCard.model_validate({**fields, "like_new": like.is_new})


def _liked(
    like: Like, card: profiles_pb2.Card, part: profiles_pb2.LikedPart | None, question_of: QuestionOf
) -> LikedCard:
    return LikedCard.model_validate(_fields(like, card, part, question_of))


def _fields(
    like: Like, card: profiles_pb2.Card, part: profiles_pb2.LikedPart | None, question_of: QuestionOf
) -> dict[str, Any]:
    liked = LikedPartOut.of(like, part, question_of) if like.part_id else None
    return {**summary_fields(card), "liked_at": _day(like.given_at), "match": like.is_match, "part": liked}


def _day(at: datetime) -> datetime:
    """The UTC day: the exact time would reveal presence (profiles/domain/presence.py)."""
    return datetime.combine(at.astimezone(UTC).date(), time(), UTC)
