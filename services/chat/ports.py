"""What the use cases need from outside."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import Card
from servicekit.ports import Transaction

from chat.domain.conversation import Standing
from chat.domain.message import Draft, Message
from chat.domain.news import News
from chat.domain.wallet import Wallet


@dataclass(frozen=True)
class Posted:
    """A message with what it was answered with: a retry gets the same."""

    message: Message
    body_hash: bytes
    wallet: Wallet


@dataclass(frozen=True)
class Fate:
    """What became of a message id: posted, withdrawn for ever, or neither yet."""

    posted: Posted | None = None
    is_withdrawn: bool = False


@dataclass(frozen=True)
class Advance:
    """The place a new message got in its conversation."""

    seq: int
    at: datetime


@dataclass(frozen=True)
class Side:
    """One member's side of a conversation. What it removed ends at `removed_before_seq`."""

    conversation_id: UUID
    partner_id: UUID
    read_seq: int
    partner_read_seq: int
    removed_before_seq: int
    unread: int
    last_seq: int


@dataclass(frozen=True)
class Listed:
    """A conversation in a member's list."""

    conversation_id: UUID
    partner_id: UUID
    unread: int
    updated_at: datetime
    last_message: Message


class Members(Protocol):
    def standing(self, sender_id: UUID, recipient_id: UUID, conversation_id: UUID) -> Standing: ...
    def name_if_blocked_by(self, viewer_id: UUID, partner_id: UUID) -> str | None:
        """The partner's name when they have blocked the viewer."""

    def is_visible(self, viewer_id: UUID, partner_id: UUID) -> bool: ...
    def count_start(self, member_id: UUID, free_conversations: int, *, is_premium: bool) -> bool:
        """False when a free member has started as many conversations as they may; one statement decides.

        Members we have not heard of yet are counted, too: their token says that they exist."""

    def wallet(self, member_id: UUID, message_credits: int) -> Wallet | None:
        """Our copy of billing's figures, for when billing does not answer."""


class Conversations(Protocol):
    def advance(self, conversation_id: UUID, sender_id: UUID, recipient_id: UUID) -> Advance:
        """The next seq, the first one begins the conversation. The row stays locked until the transaction ends."""

    def lock(self, conversation_id: UUID, member_id: UUID) -> Side | None:
        """The member's side, with the conversation locked for the rest of the transaction."""

    def side(self, conversation_id: UUID, member_id: UUID) -> Side | None: ...
    def count_message(self, message: Message, recipient_id: UUID) -> None: ...
    def mark_read(self, side: Side, member_id: UUID, read_seq: int) -> int | None:
        """How many are unread now; None when as much had been read before."""

    def remove(self, side: Side, member_id: UUID) -> None: ...
    def listed(self, member_id: UUID, limit: int) -> Sequence[Listed]: ...
    def total_unread(self, member_id: UUID) -> int: ...


class Messages(Protocol):
    def lock(self, message_id: UUID) -> None:
        """Whoever decides about this id goes one after the other, until the end of the transaction."""

    def fate(self, message_id: UUID) -> Fate: ...
    def withdraw(self, message_id: UUID) -> None: ...
    def add(self, draft: Draft, message: Message, wallet: Wallet) -> None: ...
    def newest(self, side: Side, limit: int, before: int | None) -> Sequence[Message]:
        """Ascending, the newest ones (before a seq)."""

    def following(self, side: Side, limit: int, after: int) -> Sequence[Message]: ...
    def has_older(self, side: Side, than: int) -> bool: ...


class Feed(Protocol):
    def tell(self, news: Collection[News]) -> None:
        """Give each its position, at most one a member. Call it once, last before commit: members' feeds are locked
        in the order of their ids, and nothing else may be locked after them."""


class ChatUnitOfWork(Transaction, Protocol):
    @property
    def members(self) -> Members: ...
    @property
    def conversations(self) -> Conversations: ...
    @property
    def messages(self) -> Messages: ...
    @property
    def feed(self) -> Feed: ...


class Billing(Protocol):
    def charge(self, charge_id: UUID, member_id: UUID, partner_id: UUID) -> Wallet:
        """Pay for one message, once for its id. Raises PaymentRequired, SendWithdrawn or Unavailable."""

    def wallet(self, member_id: UUID) -> Wallet:
        """Raises Unavailable."""


class Cards(Protocol):
    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        """The cards of those whom the viewer may see. Raises Unavailable."""


class Typing(Protocol):
    def tell(self, recipient_id: UUID, typist_id: UUID, conversation_id: UUID) -> None:
        """Show that somebody types. It may be lost, and then nothing is."""
