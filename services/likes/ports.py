"""Outside parties of likes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import Card as Card
from pairwise.profiles.v1.profiles_pb2 import LikedPart as LikedPart

from likes.domain.like import ReceivedWords


@dataclass(frozen=True)
class Candidates:
    """Candidates for the swipe game, and the place of the member they are for."""

    cards: Sequence[Card]
    country: str
    region: str | None


@dataclass(frozen=True)
class WordsReport:
    """A report of the words that came with a like, without them."""

    reporter_id: UUID
    liker_id: UUID
    reason: str
    text: str
    site: str
    locale: str


class Openers(Protocol):
    """The chat service."""

    def post(self, liker_id: UUID, liked_id: UUID, words: str) -> bool:
        """Post the words of an answered like as a message, once. False to ask again later. Raises Unavailable."""


class Profiles(Protocol):
    """The profiles service. Every method raises Unavailable when it does not answer."""

    def cards_visible_to(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        """The cards of those members that are visible to the viewer, by id."""

    def find_candidates(self, viewer_id: UUID, excluded_ids: Collection[UUID], limit: int) -> Candidates:
        """Members who fit the viewer both ways, without `excluded_ids`."""

    def liked_parts(
        self, viewer_id: UUID, parts: Collection[tuple[UUID, UUID]], *, is_premium: bool
    ) -> dict[tuple[UUID, UUID], LikedPart]:
        """Those of these photos and answers, by the id of the member and its own, that the viewer may see now."""

    def blurred_pictures(self, viewer_id: UUID, member_ids: Collection[UUID]) -> Sequence[str]:
        """Links to blurred pictures of these members, which do not reveal the ids."""

    def report_words(self, key: UUID, report: WordsReport, received: Sequence[ReceivedWords]) -> int:
        """Hand words of likes, the newest first, to the desk. Returns the number of the complaint.

        Raises the refusals of profiles.
        """
