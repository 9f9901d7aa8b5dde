"""Fakes of what likes needs from outside."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from likes.domain.cursors import Position
from likes.ports import Allowance, Counts, Dealt, Like, Overview
from pairwise.profiles.v1.profiles_pb2 import Card, Image
from servicekit.errors import Invalid, Unavailable
from servicekit.testing.fakes import FakeUnit

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def a_card(member_id: UUID, name: str = "Bo") -> Card:
    image = Image(thumb_src="/media/1/160.webp", src="/media/1/400.webp", large_src="/media/1/800.webp", thumbhash="aa")
    return Card(id=str(member_id), name=name, age=34, gender="male", country="NL", town="Utrecht", main_image=image)


@dataclass
class FakeCards:
    """Shows everyone to everyone, but for those it is told to hide."""

    hidden: set[UUID] = field(default_factory=set)
    there: list[UUID] = field(default_factory=list)
    is_down: bool = False
    asked: list[set[UUID]] = field(default_factory=list)

    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        if self.is_down and member_ids:
            raise Unavailable()
        self.asked.append(set(member_ids))
        return {member_id: a_card(member_id) for member_id in member_ids if member_id not in self.hidden}

    def deal(self, viewer_id: UUID, left_out: Collection[UUID], limit: int) -> Dealt:
        if self.is_down:
            raise Unavailable()
        ids = [member_id for member_id in self.there if member_id not in left_out and member_id not in self.hidden]
        return Dealt([a_card(member_id) for member_id in ids[:limit]], "NL", None)

    def veiled(self, viewer_id: UUID, member_ids: Collection[UUID]) -> Sequence[str]:
        return [f"/media/veiled/{number}.webp" for number, _ in enumerate(member_ids)]


class FakeLikes:
    def __init__(self) -> None:
        self.given: dict[tuple[UUID, UUID], bool] = {}
        self.hidden: set[UUID] = set()
        self.shown: set[tuple[UUID, UUID]] = set()

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

    def mark_all_seen(self, liked_id: UUID, *, mutual: bool | None = None) -> None:
        for pair in [pair for pair in self.given if pair[1] == liked_id]:
            self.given[pair] = False

    def is_shown(self, viewer_id: UUID, member_id: UUID) -> bool:
        return member_id not in self.hidden

    def given_to(self, liker_id: UUID, members: Collection[UUID]) -> set[UUID]:
        return {member_id for member_id in members if self.is_given(liker_id, member_id)}

    def overview(self, member_id: UUID, limit: int, *, received: bool | None, veiled: int) -> Overview:
        return Overview(
            sent=self.sent_by(member_id),
            received=self.received_by(member_id, mutual=received),
            matches=self.matches_of(member_id),
            counts=self.counts(member_id),
            veiled=self.received_by(member_id, mutual=False)[:veiled],
        )

    def counts(self, member_id: UUID) -> Counts:
        received = self.received_by(member_id)
        new, matches = sum(like.is_new for like in received), sum(like.is_match for like in received)
        return Counts(received=len(received), new=new, sent=len(self.sent_by(member_id)), matches=matches)

    def sent_by(self, member_id: UUID, after: Position | None = None, limit: int = 60) -> Sequence[Like]:
        return [self._like(liker, liked, new) for (liker, liked), new in self.given.items() if liker == member_id]

    def received_by(
        self, member_id: UUID, after: Position | None = None, limit: int = 60, *, mutual: bool | None = None
    ) -> Sequence[Like]:
        likes = [self._like(liked, liker, new) for (liker, liked), new in self.given.items() if liked == member_id]
        return [like for like in likes if mutual in (None, like.is_match)]

    def matches_of(self, member_id: UUID, after: Position | None = None, limit: int = 60) -> Sequence[Like]:
        return [like for like in self.sent_by(member_id) if like.is_match]

    def show_next(self, member_id: UUID, *, mutual: bool | None) -> UUID | None:
        waiting = [like.member_id for like in self.received_by(member_id, mutual=mutual) if like.is_new]
        found = next((liker for liker in waiting if (liker, member_id) not in self.shown), None)
        if found:
            self.shown.add((found, member_id))
        return found

    def _like(self, own_id: UUID, member_id: UUID, is_new: bool) -> Like:
        is_match = self.is_given(own_id, member_id) and self.is_given(member_id, own_id)
        return Like(member_id, NOON, is_new, is_match)


class FakeSwipes:
    def __init__(self) -> None:
        self.made: dict[tuple[UUID, UUID], bool] = {}
        self.taken: dict[tuple[UUID, str], int] = {}

    def decide(self, member_id: UUID, profile_id: UUID, *, is_like: bool) -> None:
        self.made[member_id, profile_id] = is_like

    def decided(self, member_id: UUID) -> Collection[UUID]:
        return {profile for member, profile in self.made if member == member_id}

    def last_pass(self, member_id: UUID) -> UUID | None:
        passed = [profile for (member, profile), like in self.made.items() if member == member_id and not like]
        return passed[-1] if passed else None

    def take_back(self, member_id: UUID, profile_id: UUID) -> bool:
        if self.last_pass(member_id) != profile_id:
            return False
        del self.made[member_id, profile_id]
        return True

    def take_like(self, member_id: UUID, zone: str, most: int) -> bool:
        if self.taken.get((member_id, zone), 0) >= most:
            return False
        self.taken[member_id, zone] = self.taken.get((member_id, zone), 0) + 1
        return True

    def allowance(self, member_id: UUID, zone: str, most: int) -> Allowance:
        return Allowance(most - self.taken.get((member_id, zone), 0), most, NOON)


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
        self.likes, self.matches, self.swipes = FakeLikes(), FakeMatches(), FakeSwipes()
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
