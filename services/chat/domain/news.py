"""What a member's open pages are told, by the position it has in this member's feed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID

from chat.domain.message import Message
from chat.domain.wallet import Wallet

Kind = Literal["message", "read", "unread", "like", "match", "balance", "changed"]


@dataclass(frozen=True)
class News:
    """One thing one member is told. `partner_id` is whom it is about: it is shown only while they may be seen."""

    member_id: UUID
    kind: Kind
    partner_id: UUID | None = None
    message_id: UUID | None = None  # its words stay where they are
    payload: Mapping[str, Any] = field(default_factory=dict)


def of_message(message: Message, recipient_id: UUID, wallet: Wallet) -> list[News]:
    """For the recipient, and for the sender's other pages, which are told what is left, too."""
    return [
        News(recipient_id, "message", message.sender_id, message.id),
        News(message.sender_id, "message", recipient_id, message.id, _balance(wallet.balance, wallet.is_premium)),
    ]


def of_unread(member_id: UUID, partner_id: UUID, conversation_id: UUID, unread: int) -> News:
    payload = {"conversation_id": str(conversation_id), "num_unread_messages": unread}
    return News(member_id, "unread", partner_id, payload=payload)


def of_read(member_id: UUID, reader_id: UUID, conversation_id: UUID, read_seq: int) -> News:
    payload = {"conversation_id": str(conversation_id), "partner_read_seq": read_seq}
    return News(member_id, "read", reader_id, payload=payload)


def of_change(member_id: UUID, conversation_id: UUID) -> News:
    """Something about the conversation is no longer as it was; it does not say what, nor of whom."""
    return News(member_id, "changed", payload={"conversation_id": str(conversation_id)})


def of_balance(member_id: UUID, credits: int, is_premium: bool) -> News:
    return News(member_id, "balance", payload=_balance(credits, is_premium))


def _balance(credits: int, is_premium: bool) -> dict[str, Any]:
    return {"credits": credits, "paid_user": is_premium}
