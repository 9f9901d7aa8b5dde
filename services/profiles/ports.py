"""Outside parties of profiles."""

from collections.abc import Callable, Sequence
from typing import Protocol
from uuid import UUID

from profiles.domain.hash_list import Upload

# Sleeps for so many seconds; a fake lets a test run on at once.
Pause = Callable[[float], None]


class Accounts(Protocol):
    """Accounts that identity has."""

    def compare(self, member_id: UUID, other_ids: Sequence[UUID]) -> tuple[frozenset[UUID], frozenset[UUID]]:
        """Those of the others that share a household's network with the member, and those of the same class of device.

        Raises Unavailable when identity does not answer.
        """


class Conversations(Protocol):
    """Conversations that chat has."""

    def have_both_written(self, member_id: UUID, partner_id: UUID) -> bool:
        """Whether each of the two has written to the other. Raises Unavailable when chat does not answer."""


class PictureMatcher(Protocol):
    """A provider that knows illegal pictures."""

    def find(self, upload: Upload) -> str | None:
        """The name of the provider's list that has this picture. Raises Unavailable when it does not answer in time."""
