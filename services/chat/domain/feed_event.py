"""Feed events: changes that are delivered to a member's open pages, in the order of their positions in the feed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from chat.domain.call import Call
from chat.domain.message import Message
from chat.domain.wallet import Wallet

Kind = Literal["message", "updated", "read", "unread", "like", "match", "balance", "changed", "call"]


@dataclass(frozen=True)
class FeedEvent:
    """One event for one member. It names the member `partner_id`, and is sent only while that one is visible."""

    member_id: UUID
    kind: Kind
    partner_id: UUID | None = None
    message: Message | None = None  # read again when the event is sent
    payload: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Appended:
    """A committed event at its position in the feed, with what its pages need to be told now."""

    event: FeedEvent
    position: int
    written_at: datetime
    is_visible: bool
    total_unread: int


def message_events(message: Message, recipient_id: UUID, wallet: Wallet) -> list[FeedEvent]:
    """For the recipient, and for the sender's other pages, with the sender's new balance."""
    balance = _balance(wallet.balance, wallet.version, is_premium=wallet.is_premium)
    return [
        FeedEvent(recipient_id, "message", message.sender_id, message),
        FeedEvent(message.sender_id, "message", recipient_id, message, balance),
    ]


def update_events(message: Message, member_id: UUID, partner_id: UUID) -> list[FeedEvent]:
    """For both members: the message has other reactions, or was taken back. It is read when the event is sent."""
    return [
        FeedEvent(member_id, "updated", partner_id, message),
        FeedEvent(partner_id, "updated", member_id, message),
    ]


def unread_event(member_id: UUID, partner_id: UUID, conversation_id: UUID, unread: int) -> FeedEvent:
    payload = {"conversation_id": str(conversation_id), "num_unread_messages": unread}
    return FeedEvent(member_id, "unread", partner_id, payload=payload)


def read_event(member_id: UUID, reader_id: UUID, conversation_id: UUID, read_seq: int) -> FeedEvent:
    payload = {"conversation_id": str(conversation_id), "partner_read_seq": read_seq}
    return FeedEvent(member_id, "read", reader_id, payload=payload)


def change_event(member_id: UUID, conversation_id: UUID) -> FeedEvent:
    """The conversation has changed and is to be loaded again; the event does not say how."""
    return FeedEvent(member_id, "changed", payload={"conversation_id": str(conversation_id)})


def call_events(call: Call) -> list[FeedEvent]:
    """For both members: the call has changed and is to be loaded again. It names no partner, so that its end is told
    across a block, too."""
    return [
        FeedEvent(member_id, "call", payload={"call_id": str(call.id)})
        for member_id in (call.caller_id, call.callee_id)
    ]


def balance_event(member_id: UUID, credits: int, version: int, *, is_premium: bool) -> FeedEvent:
    """The balance after change number `version` of the wallet."""
    return FeedEvent(member_id, "balance", payload=_balance(credits, version, is_premium=is_premium))


def _balance(credits: int, version: int, *, is_premium: bool) -> dict[str, Any]:
    return {"credits": credits, "paid_user": is_premium, "wallet_version": version}
