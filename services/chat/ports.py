"""Outside parties of chat."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import Card as Card
from shared.kit.core import Refusal

from chat.domain.call_signal import CallSignal
from chat.domain.feed_event import Appended
from chat.domain.message import Draft
from chat.domain.wallet import Wallet


@dataclass(frozen=True)
class FirstMessage:
    """A message written while signing up at this site."""

    recipient_id: UUID
    text: str
    site: str


class Billing(Protocol):
    """The billing service. Every method raises Unavailable when it does not answer."""

    def charge_many(self, drafts: Sequence[Draft]) -> list[tuple[int, Wallet] | Refusal]:
        """Pay for each of these messages at billing's price, once per id, by one call.

        For each the credits it cost, 0 when it was free, and the wallet after the charge; or its refusal: a
        PaymentRequired, WalletFrozen, SendWithdrawn or Invalid.
        """

    def wallet(self, member_id: UUID) -> Wallet: ...


class OpenPages(Protocol):
    """The pages of members that this process serves. Called from any thread."""

    def has(self, member_id: UUID) -> bool: ...

    def deliver(self, events: Sequence[Appended], others: Collection[UUID]) -> None:
        """Send these events to the pages of their members, and have the pages of others read their feeds."""


@dataclass(frozen=True)
class CheckedPicture:
    """A picture before it is charged and sent; `file` is the largest of ours."""

    site: str
    draft: Draft
    upload: bytes
    fingerprint: bytes
    file: bytes


class PictureCheck(Protocol):
    """The blocked pictures, hash lists and image classifier of profiles."""

    def check(self, picture: CheckedPicture) -> bool:
        """Whether it is doubtful. Raises Forbidden (`picture_blocked`, `picture_not_allowed`), and Unavailable."""


class Cards(Protocol):
    """The profiles service."""

    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        """The cards of those members that are visible to the viewer, by id. Raises Unavailable."""


class Typing(Protocol):
    """The live processes, by Redis."""

    def publish(self, recipient_id: UUID, typist_id: UUID, conversation_id: UUID) -> None:
        """Show the recipient that the typist types. At most once: without Redis it is lost."""


@dataclass(frozen=True)
class Translation:
    text: str
    language: str | None  # of the original, where the service has detected it


class Translator(Protocol):
    """The operator's translation service."""

    async def translate(self, text: str, *, reader_id: UUID, source: str | None, target: str) -> Translation:
        """The text in another language; without a source the service detects it.

        Raises NotTranslatable, and TranslatorUnavailable when it is down, late, or busy, also with other texts for this
        reader, and when its answer cannot be parsed.
        """


class Signals(Protocol):
    """The live processes, by Redis."""

    def publish(self, recipient_id: UUID, signal: CallSignal) -> None:
        """Hand it to the recipient's pages. At most once: one that is not connected misses it. Raises Unavailable."""


class Greetings(Protocol):
    """The identity service."""

    def find(self, member_id: UUID) -> FirstMessage | None:
        """The first message of a new member; None when there is none left to post. Raises Unavailable."""
