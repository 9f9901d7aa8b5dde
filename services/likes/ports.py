"""What the use cases need from outside."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import Card
from servicekit.ports import Transaction

from likes.domain.cursors import Position


@dataclass(frozen=True)
class Like:
    """A like between the member who looks at it and `member_id`; which way is said by the list it is in."""

    member_id: UUID
    given_at: datetime
    is_new: bool
    is_match: bool


@dataclass(frozen=True)
class Counts:
    """How many likes a member has that may be shown to them; `new` are received ones they have not opened."""

    received: int = 0
    new: int = 0
    sent: int = 0
    matches: int = 0


@dataclass(frozen=True)
class Overview:
    """The first page of each list, with the counts; `veiled` are the first of those who are no match."""

    sent: Sequence[Like]
    received: Sequence[Like]
    matches: Sequence[Like]
    counts: Counts
    veiled: Sequence[Like]


@dataclass(frozen=True)
class Allowance:
    """The likes of the swipe game that are left of a member's own day, which ends at `resets_at`."""

    left: int
    most: int
    resets_at: datetime


@dataclass(frozen=True)
class Dealt:
    """Whom the swipe game deals, and where the member is who plays it."""

    cards: Sequence[Card]
    country: str
    region: str | None


class Likes(Protocol):
    def lock_pair(self, one: UUID, other: UUID) -> None:
        """Nobody else decides about this pair until the transaction ends, whichever of them likes whom."""

    def add(self, liker_id: UUID, liked_id: UUID) -> bool:
        """Returns whether this like is a new one."""

    def remove(self, liker_id: UUID, liked_id: UUID) -> bool:
        """Returns whether there was one."""

    def is_given(self, liker_id: UUID, liked_id: UUID) -> bool: ...
    def mark_seen(self, liker_id: UUID, liked_id: UUID) -> None: ...
    def mark_all_seen(self, liked_id: UUID, *, mutual: bool | None = None) -> None:
        """Of matches only, or of those that are none, when asked so."""

    def is_shown(self, viewer_id: UUID, member_id: UUID) -> bool:
        """Whether our copies let the viewer see the member."""

    def given_to(self, liker_id: UUID, members: Collection[UUID]) -> set[UUID]:
        """Whom of these they like."""

    def overview(self, member_id: UUID, limit: int, *, received: bool | None, veiled: int) -> Overview:
        """All that the page of likes begins with, by one trip; `received` is of matches only when asked so."""

    def counts(self, member_id: UUID) -> Counts: ...
    def sent_by(self, member_id: UUID, after: Position | None = None, limit: int = ...) -> Sequence[Like]:
        """The newest first, without members who are hidden from the member; so are the lists below."""

    def received_by(
        self, member_id: UUID, after: Position | None = None, limit: int = ..., *, mutual: bool | None = None
    ) -> Sequence[Like]:
        """New ones first, then the newest; of matches only, or of those that are none, when asked so."""

    def matches_of(self, member_id: UUID, after: Position | None = None, limit: int = ...) -> Sequence[Like]:
        """The newest match first; `given_at` is when it was made."""

    def show_next(self, member_id: UUID, *, mutual: bool | None) -> UUID | None:
        """Who gave the newest like that was neither seen nor shown by itself; from now on it was."""


class Matches(Protocol):
    def add(self, one: UUID, other: UUID) -> bool:
        """Returns whether this match is a new one."""

    def remove(self, one: UUID, other: UUID) -> None: ...


class Swipes(Protocol):
    def decide(self, member_id: UUID, profile_id: UUID, *, is_like: bool) -> None: ...
    def decided(self, member_id: UUID) -> Collection[UUID]:
        """Whom the member needs no more be asked about, by swiping or by liking them elsewhere."""

    def last_pass(self, member_id: UUID) -> UUID | None: ...
    def take_back(self, member_id: UUID, profile_id: UUID) -> bool:
        """Only a pass can be taken back, and only the last one. False when this is not it."""

    def take_like(self, member_id: UUID, zone: str, most: int) -> bool:
        """One of the day's likes, by one guarded statement; False when none is left."""

    def allowance(self, member_id: UUID, zone: str, most: int) -> Allowance: ...


class LikesUnitOfWork(Transaction, Protocol):
    @property
    def likes(self) -> Likes: ...
    @property
    def matches(self) -> Matches: ...
    @property
    def swipes(self) -> Swipes: ...

    def once(
        self, *, actor: str, operation: str, key: UUID, body: dict[str, Any], do: Callable[[], dict[str, Any]]
    ) -> dict[str, Any]:
        """Do this once for its key; every retry gets the same answer. Another body is refused."""


class Cards(Protocol):
    """Who members are, as one viewer may see them."""

    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        """Whoever is hidden from the viewer is left out. Raises Unavailable when nobody can tell."""

    def deal(self, viewer_id: UUID, left_out: Collection[UUID], limit: int) -> Dealt:
        """Who fits the viewer, both ways. Raises Unavailable when nobody can tell."""

    def veiled(self, viewer_id: UUID, member_ids: Collection[UUID]) -> Sequence[str]:
        """Blurred pictures that do not say of whom. Raises Unavailable when nobody can tell."""
