"""What the use cases need from outside."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import Card
from servicekit.ports import Transaction


@dataclass(frozen=True)
class Like:
    """A like between the member who looks at it and `member_id`; which way is said by the list it is in."""

    member_id: UUID
    given_at: datetime
    is_new: bool
    is_match: bool


class Likes(Protocol):
    def lock_pair(self, one: UUID, other: UUID) -> None:
        """Nobody else decides about this pair until the transaction ends, whichever of them likes whom."""

    def add(self, liker_id: UUID, liked_id: UUID) -> bool:
        """Returns whether this like is a new one."""

    def remove(self, liker_id: UUID, liked_id: UUID) -> bool:
        """Returns whether there was one."""

    def is_given(self, liker_id: UUID, liked_id: UUID) -> bool: ...
    def mark_seen(self, liker_id: UUID, liked_id: UUID) -> None: ...
    def sent_by(self, member_id: UUID) -> Sequence[Like]:
        """The newest first, without members who are gone or blocked, either way."""

    def received_by(self, member_id: UUID) -> Sequence[Like]:
        """The newest first, without members who are gone or blocked, either way."""


class Matches(Protocol):
    def add(self, one: UUID, other: UUID) -> bool:
        """Returns whether this match is a new one."""

    def remove(self, one: UUID, other: UUID) -> None: ...


class LikesUnitOfWork(Transaction, Protocol):
    @property
    def likes(self) -> Likes: ...
    @property
    def matches(self) -> Matches: ...

    def once(
        self, *, actor: str, operation: str, key: UUID, body: dict[str, Any], do: Callable[[], dict[str, Any]]
    ) -> dict[str, Any]:
        """Do this once for its key; every retry gets the same answer. Another body is refused."""


class Cards(Protocol):
    """Who members are, as one viewer may see them."""

    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        """Whoever is hidden from the viewer is left out. Raises Unavailable when nobody can tell."""
