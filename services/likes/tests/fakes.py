"""Fakes of the outside parties of likes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from likes.domain.like import ReceivedWords
from likes.ports import Candidates, WordsReport
from pairwise.profiles.v1.profiles_pb2 import Card, Image, LikedPart, PromptAnswer
from shared.kit.core import Unavailable


def a_card(member_id: UUID, name: str = "Bo") -> Card:
    image = Image(thumb_src="/media/1/160.webp", src="/media/1/400.webp", large_src="/media/1/800.webp", thumbhash="aa")
    return Card(id=str(member_id), name=name, age=34, gender="male", country="NL", town="Utrecht", main_image=image)


@dataclass
class FakeProfiles:
    """Shows every member to everyone, except those in `hidden`. Candidates are `there`, in that order."""

    hidden: set[UUID] = field(default_factory=set)
    there: list[UUID] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)  # of every candidate, by prompt
    parts: dict[tuple[UUID, UUID], LikedPart] = field(default_factory=dict)  # by member and their photo or answer
    is_down: bool = False
    calls: list[set[UUID]] = field(default_factory=list)
    reported: list[tuple[WordsReport, Sequence[ReceivedWords]]] = field(default_factory=list)

    def cards_visible_to(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        if self.is_down and member_ids:
            raise Unavailable()
        self.calls.append(set(member_ids))
        return {member_id: a_card(member_id) for member_id in member_ids if member_id not in self.hidden}

    def find_candidates(self, viewer_id: UUID, excluded_ids: Collection[UUID], limit: int) -> Candidates:
        if self.is_down:
            raise Unavailable()
        ids = [each for each in self.there if each not in excluded_ids and each not in self.hidden]
        cards = [a_card(member_id) for member_id in ids[:limit]]
        for card in cards:
            card.answers.extend(PromptAnswer(prompt=prompt, text=text) for prompt, text in self.answers.items())
        return Candidates(cards, "NL", None)

    def add_answer(self, member_id: UUID, text: str, prompt: str = "sunday") -> UUID:
        """Give a member an answer to a prompt, and return its id."""
        answer = LikedPart(
            member_id=str(member_id), part_id=str(uuid4()), answer=PromptAnswer(prompt=prompt, text=text)
        )
        self.parts[member_id, UUID(answer.part_id)] = answer
        return UUID(answer.part_id)

    def add_photo(self, member_id: UUID) -> UUID:
        """Give a member a photo, and return its id."""
        photo = LikedPart(member_id=str(member_id), part_id=str(uuid4()), photo=a_card(member_id).main_image)
        self.parts[member_id, UUID(photo.part_id)] = photo
        return UUID(photo.part_id)

    def liked_parts(
        self, viewer_id: UUID, parts: Collection[tuple[UUID, UUID]], *, is_premium: bool
    ) -> dict[tuple[UUID, UUID], LikedPart]:
        if self.is_down and parts:
            raise Unavailable()
        return {key: self.parts[key] for key in parts if key in self.parts}

    def report_words(self, key: UUID, report: WordsReport, received: Sequence[ReceivedWords]) -> int:
        self.reported.append((report, received))
        return len(self.reported)

    def blurred_pictures(self, viewer_id: UUID, member_ids: Collection[UUID]) -> Sequence[str]:
        return [f"/media/veiled/{number}.webp" for number, _ in enumerate(member_ids)]


@dataclass
class FakeOpeners:
    """Chat, which is done with every opener unless `waits`."""

    posted: list[tuple[UUID, UUID, str]] = field(default_factory=list)
    is_down: bool = False
    waits: bool = False

    def post(self, liker_id: UUID, liked_id: UUID, words: str) -> bool:
        if self.is_down:
            raise Unavailable()
        if not self.waits:
            self.posted.append((liker_id, liked_id, words))
        return not self.waits
