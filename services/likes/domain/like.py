"""Likes as one of their two members sees them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from shared.kit.core import is_invisible

from likes.errors import OpenerEmpty, OpenerTooLong


@dataclass(frozen=True)
class Opener:
    """The liked photo or answer, and words about it, if any: the first message, once the like is answered."""

    part_id: UUID
    words: str | None = None

    @staticmethod
    def checked(part_id: UUID, words: str, longest: int) -> "Opener":
        """Without words for a blank text. Raises OpenerEmpty for one that draws nothing, and OpenerTooLong."""
        if is_invisible(words):
            raise OpenerEmpty(field="words")
        text = words.replace("\r\n", "\n").strip()
        if len(text) > longest:
            raise OpenerTooLong(field="words", limit=longest)
        return Opener(part_id, text or None)


@dataclass(frozen=True)
class ReceivedWords:
    """Words that came with a like of this photo or answer; `withdrawn_at` once the like was withdrawn."""

    part_id: UUID
    words: str
    given_at: datetime
    withdrawn_at: datetime | None = None


@dataclass(frozen=True)
class Like:
    """One row of a list of likes. `member_id` is the other member; the list says the direction of the like.

    In the list of matches `given_at` is the time of the match.
    """

    member_id: UUID
    given_at: datetime
    is_new: bool
    is_match: bool
    rank: int = 0  # of the received list
    part_id: UUID | None = None
    words: str | None = None


@dataclass(frozen=True)
class LikeCounts:
    """The likes a member may see, counted; `new` are received ones they have not opened."""

    received: int = 0
    new: int = 0
    sent: int = 0
    matches: int = 0


@dataclass(frozen=True)
class LikesOverview:
    """The first page of each list with the counts; `unmatched` are the first received likes that are no match."""

    sent: Sequence[Like]
    received: Sequence[Like]
    matches: Sequence[Like]
    counts: LikeCounts
    unmatched: Sequence[Like]
