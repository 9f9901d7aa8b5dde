"""Fakes of what likes needs from outside."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from likes.ports import Like
from pairwise.profiles.v1.profiles_pb2 import Card, Image
from servicekit.errors import Invalid, Unavailable
from servicekit.testing.fakes import FakeUnit


def a_card(member_id: UUID, name: str = "Bo") -> Card:
    image = Image(thumb_src="/media/1/160.webp", src="/media/1/400.webp", large_src="/media/1/800.webp", thumbhash="aa")
    return Card(id=str(member_id), name=name, age=34, gender="male", country="NL", town="Utrecht", main_image=image)


@dataclass
class FakeCards:
    """Shows everyone to everyone, but for those it is told to hide."""

    hidden: set[UUID] = field(default_factory=set)
    is_down: bool = False
    asked: list[set[UUID]] = field(default_factory=list)

    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        if self.is_down and member_ids:
            raise Unavailable()
        self.asked.append(set(member_ids))
        return {member_id: a_card(member_id) for member_id in member_ids if member_id not in self.hidden}


class FakeLikes:
    def __init__(self) -> None:
        self.given: dict[tuple[UUID, UUID], bool] = {}

    def lock_pair(self, one: UUID, other: UUID) -> None: ...

    def add(self, liker_id: UUID, liked_id: UUID) -> bool:
        is_first = (liker_id, liked_id) not in self.given
        self.given.setdefault((liker_id, liked_id), True)
        return is_first

    def remove(self, liker_id: UUID, liked_id: UUID) -> bool:
        return self.given.pop((liker_id, liked_id), None) is not None

    def is_given(self, liker_id: UUID, liked_id: UUID) -> bool:
        return (liker_id, liked_id) in self.given

    def mark_seen(self, liker_id: UUID, liked_id: UUID) -> None:
        if self.is_given(liker_id, liked_id):
            self.given[liker_id, liked_id] = False

    def sent_by(self, member_id: UUID) -> Sequence[Like]:
        return [self._like(liked, new) for (liker, liked), new in self.given.items() if liker == member_id]

    def received_by(self, member_id: UUID) -> Sequence[Like]:
        return [self._like(liker, new) for (liker, liked), new in self.given.items() if liked == member_id]

    def _like(self, member_id: UUID, is_new: bool) -> Like:
        return Like(member_id, datetime.fromisoformat("2026-06-01T12:00:00Z"), is_new, False)


class FakeMatches:
    def __init__(self) -> None:
        self.made: set[frozenset[UUID]] = set()

    def add(self, one: UUID, other: UUID) -> bool:
        is_first = frozenset((one, other)) not in self.made
        self.made.add(frozenset((one, other)))
        return is_first

    def remove(self, one: UUID, other: UUID) -> None:
        self.made.discard(frozenset((one, other)))


class FakeLikesUnit(FakeUnit):
    def __init__(self) -> None:
        super().__init__()
        self.likes, self.matches = FakeLikes(), FakeMatches()
        self._answers: dict[tuple[str, str, UUID], tuple[dict[str, Any], dict[str, Any]]] = {}

    def once(
        self, *, actor: str, operation: str, key: UUID, body: dict[str, Any], do: Callable[[], dict[str, Any]]
    ) -> dict[str, Any]:
        if (actor, operation, key) not in self._answers:
            self._answers[actor, operation, key] = body, do()
        earlier, answer = self._answers[actor, operation, key]
        if earlier != body:
            raise Invalid("idempotency_key_reused", field="id")
        return answer
