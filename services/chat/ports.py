"""What the use cases need from outside."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import Card
from servicekit.ports import Transaction
from sites import MESSAGE, Ware

from chat.domain.conversation import Partner, Standing
from chat.domain.message import Draft, Message
from chat.domain.news import News
from chat.domain.wallet import Wallet


@dataclass(frozen=True)
class FirstMessage:
    """What a member wrote to someone while signing up at this site."""

    recipient_id: UUID
    text: str
    site: str


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
class Attempt:
    """What a send finds: what became of its id before, and how its sender stands with the recipient."""

    fate: Fate
    standing: Standing


@dataclass(frozen=True)
class Place:
    """Where a new message stands in its conversation; seq 1 begins it."""

    conversation_id: UUID
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
    last_message: Message | None  # None when it is too old to be shown
    partner: Partner = Partner.HERE


@dataclass(frozen=True)
class StandingChange:
    """A member left, came back or was confirmed; `is_told` once those they talk with have heard of it."""

    member_id: UUID
    changed_at: datetime
    is_told: bool


class Members(Protocol):
    def is_gone(self, member_id: UUID) -> bool:
        """Deleted, erased or hidden by moderation."""

    def is_blocked_either_way(self, one: UUID, other: UUID) -> bool: ...
    def is_visible(self, viewer_id: UUID, partner_id: UUID) -> bool: ...
    def count_start(self, member_id: UUID, free_conversations: int, *, is_premium: bool) -> bool:
        """False when a free member has started as many conversations as they may; one statement decides.

        Members we have not heard of yet are counted, too: their token says that they exist."""

    def wallet(self, member_id: UUID, message_credits: int) -> Wallet | None:
        """Our copy of billing's figures; None when billing has told us nothing yet."""


class Conversations(Protocol):
    def lock(self, conversation_id: UUID, member_id: UUID) -> Side | None:
        """The member's side, with the conversation locked for the rest of the transaction."""

    def side(self, conversation_id: UUID, member_id: UUID) -> Side | None: ...
    def of_member(self, member_id: UUID, after: UUID | None, limit: int) -> list[UUID]:
        """Some of the member's conversations, by id."""

    def mark_read(self, side: Side, member_id: UUID, read_seq: int) -> int | None:
        """How many are unread now; None when as much had been read before."""

    def remove(self, side: Side, member_id: UUID) -> None: ...
    def listed(
        self, member_id: UUID, months: int, limit: int, before: UUID | None = None
    ) -> tuple[Sequence[Listed], int, int]:
        """The latest, or those that follow the one of this id, how much is unread in all, and the position of the
        member's feed, which is read before both."""

    def total_unread(self, member_id: UUID) -> int: ...


class Messages(Protocol):
    """What one side still sees: nothing it removed, and nothing that is older than so many months."""

    def newest(self, side: Side, months: int, limit: int, before: int | None) -> Sequence[Message]:
        """Ascending, the newest ones (before a seq)."""

    def following(self, side: Side, months: int, limit: int, after: int) -> Sequence[Message]: ...
    def has_older(self, side: Side, months: int, than: int) -> bool: ...
    def among(self, conversation_id: UUID, message_ids: Sequence[UUID]) -> list[Message]:
        """Those of these that lie in the conversation, in order."""

    def last(self, conversation_id: UUID, limit: int) -> list[Message]:
        """The newest of the conversation, in order."""

    def give_up_unread(self, side: Side) -> list[Message]:
        """The partner's messages that this side has not read are undelivered from now on. Those that were not yet."""


class Photos(Protocol):
    def note_loose(self, media: str) -> None: ...
    def forget_loose(self, media: str) -> bool:
        """False when the files were cleared away already."""

    def has_written(self, conversation_id: UUID, member_id: UUID) -> bool: ...
    def seen_by(self, viewer_id: UUID, message_id: UUID) -> tuple[Message, datetime] | None:
        """The message of a photo as the viewer may see it now, and the time."""

    def shown_as_proof(self, message_id: UUID, pool: int) -> str | None: ...
    def show_as_proof(self, message_ids: list[UUID]) -> None: ...
    def open(self, message_id: UUID) -> None: ...


class Sends(Protocol):
    def look(self, draft: Draft) -> Attempt: ...
    def standing(self, sender_id: UUID, recipient_id: UUID) -> Standing: ...
    def take_place(self, draft: Draft) -> tuple[Attempt, Place]:
        """The same, and the next place in the conversation. Until the transaction ends, whoever else decides about this
        id or writes in this conversation waits; if it is undone, the place is free again."""

    def post(self, draft: Draft, message: Message, wallet: Wallet) -> None:
        """Keep the message, count it for both sides and copy what billing says its sender has left, unless we
        have newer figures: when the transaction commits."""

    def began_alike(self, draft: Draft, within: timedelta) -> int:
        """With how many others this sender has begun a conversation by the same text, within this time."""

    def decide(self, message_id: UUID) -> Fate:
        """What became of this id. Until the transaction ends, nobody else decides about it."""

    def withdraw(self, message_id: UUID) -> None:
        """From now on this id is refused."""


class Feed(Protocol):
    def tell(self, news: Collection[News]) -> None:
        """Give each its position, at most one a member, when the transaction commits. Call it once: members' feeds are
        locked in the order of their ids, and nothing else may be locked after them."""


class AwaitedGreetings(Protocol):
    def await_(self, member_id: UUID) -> None: ...
    def take_due(self, most: int) -> list[UUID]: ...
    def done(self, member_id: UUID) -> None: ...


class Standings(Protocol):
    def take_due(self, most: int) -> list[StandingChange]: ...
    def look_again(self, change: StandingChange, after: timedelta) -> None:
        """Told, and due once more this long after the change."""

    def done(self, change: StandingChange) -> None: ...


class ChatUnitOfWork(Transaction, Protocol):
    @property
    def members(self) -> Members: ...
    @property
    def conversations(self) -> Conversations: ...
    @property
    def messages(self) -> Messages: ...
    @property
    def photos(self) -> Photos: ...
    @property
    def sends(self) -> Sends: ...
    @property
    def greetings(self) -> AwaitedGreetings: ...
    @property
    def standings(self) -> Standings: ...
    @property
    def feed(self) -> Feed: ...


class Billing(Protocol):
    def charge(self, charge_id: UUID, member_id: UUID, partner_id: UUID, ware: Ware = MESSAGE) -> tuple[int, Wallet]:
        """Pay for one message, once for its id, at the price billing knows for it. Returns what it cost, 0 when it was
        free, and the wallet as it is now.

        Raises PaymentRequired, SendWithdrawn, Invalid (`not_offered`) or Unavailable."""

    def wallet(self, member_id: UUID) -> Wallet:
        """Raises Unavailable."""


class PictureCheck(Protocol):
    def check(self, member_id: UUID, fingerprint: bytes) -> None:
        """Raise Forbidden (`picture_blocked`) for a picture that was rejected as illegal."""


class Cards(Protocol):
    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        """The cards of those whom the viewer may see. Raises Unavailable."""


class Typing(Protocol):
    def tell(self, recipient_id: UUID, typist_id: UUID, conversation_id: UUID) -> None:
        """Show that somebody types. It may be lost, and then nothing is."""


class Greetings(Protocol):
    def find(self, member_id: UUID) -> FirstMessage | None:
        """None when there is nothing to say any more. Raises Unavailable."""
