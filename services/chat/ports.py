"""Outside parties of chat."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import Card as Card
from shared.sites import MESSAGE, BillableItem

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

    def charge(
        self, charge_id: UUID, member_id: UUID, partner_id: UUID, billable_item: BillableItem = MESSAGE
    ) -> tuple[int, Wallet]:
        """Pay for one message at billing's price, once per `charge_id`. Returns the credits it cost, 0 when it was
        free, and the wallet after the charge.

        Raises PaymentRequired, SendWithdrawn or Invalid (`not_offered`).
        """

    def charge_together(self, drafts: Sequence[Draft]) -> list[tuple[int, Wallet] | None]:
        """As `charge`, for each of these messages by one call.

        None for one that was not charged by it: `charge` then says why, or charges it.
        """

    def wallet(self, member_id: UUID) -> Wallet: ...


class PictureCheck(Protocol):
    """The blocked pictures of profiles."""

    def check(self, member_id: UUID, fingerprint: bytes) -> None:
        """Raise Forbidden (`picture_blocked`) for a blocked picture, and Unavailable."""


class Cards(Protocol):
    """The profiles service."""

    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        """The cards of those members that are visible to the viewer, by id. Raises Unavailable."""


class Typing(Protocol):
    """The live processes, by Redis."""

    def publish(self, recipient_id: UUID, typist_id: UUID, conversation_id: UUID) -> None:
        """Show the recipient that the typist types. At most once: without Redis it is lost."""


class Greetings(Protocol):
    """The identity service."""

    def find(self, member_id: UUID) -> FirstMessage | None:
        """The first message of a new member; None when there is none left to post. Raises Unavailable."""
