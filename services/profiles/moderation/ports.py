"""Outside parties of moderation."""

from collections.abc import Sequence
from typing import Literal, Protocol
from uuid import UUID

from profiles.moderation.domain.account_facts import AccountFacts
from profiles.moderation.domain.member_search import SearchBy
from profiles.moderation.domain.moderation import Proof, Shown
from profiles.moderation.domain.payment_facts import PaymentFacts
from profiles.moderation.domain.read_conversation import ConversationPage, MemberConversation
from profiles.moderation.domain.supported_account import MemberLedger, SupportedAccount

LinkKind = Literal["confirmation", "password"]


class Evidence(Protocol):
    """Messages that chat has."""

    def shown(self, member_id: UUID, partner_id: UUID | None, proof: Proof) -> Shown:
        """The messages of `proof` in the member's conversation with this partner, or in the one that the proof names.

        Raises NotFound when the conversation is not the member's, and Unavailable when chat does not answer.
        """

    def fingerprint(self, message_id: UUID, pool: int) -> bytes:
        """The perceptual hashes of a photo that was shown as evidence and whose sender is of this pool.

        Raises NotFound for every other photo, and Unavailable when chat does not answer."""

    def conversations(self, member_id: UUID) -> Sequence[MemberConversation]:
        """The newest conversations of a member. Raises Unavailable when chat does not answer."""

    def read(self, member_id: UUID, conversation_id: UUID, before_seq: int | None) -> ConversationPage:
        """A page of a member's conversation.

        Raises NotFound when it is not the member's, and Unavailable when chat does not answer.
        """


class Payments(Protocol):
    """Payments that billing has."""

    def find(self, by: SearchBy, text: str, limit: int) -> Sequence[UUID]:
        """Members by a telephone number or a payment, the newest first.

        Raises Invalid for a text that its kind cannot have, and Unavailable when billing does not answer.
        """

    def facts(self, member_id: UUID) -> PaymentFacts:
        """Payments and saved methods of a member. Raises Unavailable when billing does not answer."""

    def ledger(self, member_id: UUID) -> MemberLedger:
        """Balance, newest transfers and invoices. Raises NotFound without a wallet, and Unavailable."""

    def refund(self, key: UUID, member_id: UUID, payment_id: UUID, minor: int) -> None:
        """Owe this much of a purchase back, once for each key. Raises the refusal of billing, and Unavailable."""

    def give_credits(self, key: UUID, member_id: UUID, credits: int) -> None:
        """Give credits, once for each key. Raises NotFound without a wallet, and Unavailable."""


class SupportedAccounts(Protocol):
    """Accounts of identity for the support desk. Acts raise the refusal of identity, and Unavailable."""

    def get(self, member_id: UUID) -> SupportedAccount:
        """Raises NotFound when the account is gone, and Unavailable when identity does not answer."""

    def send_link(self, member_id: UUID, kind: LinkKind) -> None:
        """Mail a link that confirms the address, or one for a new password."""

    def correct_address(self, member_id: UUID, email: str) -> None:
        """Mail a link to this address, which becomes the account's once the link is used."""

    def close(self, member_id: UUID) -> None:
        """Delete the account as its member would."""

    def reset_factors(self, member_id: UUID) -> None:
        """Remove all second factors and end all sessions."""


class Accounts(Protocol):
    """Accounts that identity has."""

    def note_moderation(self, member_id: UUID, version: int, *, suspended: bool) -> None:
        """Suspend the account, or end its suspension. Identity ignores a version older than the newest it knows.

        Raises NotFound when the account is gone, and Unavailable when identity does not answer.
        """

    def facts(self, member_id: UUID) -> AccountFacts:
        """The sign-up and the devices of a member.

        Raises NotFound when the account is gone, and Unavailable when identity does not answer.
        """

    def find(self, by: SearchBy, text: str, sites: Sequence[str], limit: int) -> Sequence[UUID]:
        """Members of these sites by email address, device class or network, the newest first.

        Raises Invalid for a text that its kind cannot have, and Unavailable when identity does not answer.
        """
