"""Conversations as the moderation desk sees them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from chat.domain.message import Message


@dataclass(frozen=True, slots=True)
class DeskConversation:
    id: UUID
    partner_id: UUID
    messages: int  # that were ever sent
    last_message_at: datetime


@dataclass(frozen=True, slots=True)
class DeskPage:
    """Messages in order; `before_seq` asks for the older ones, None when there are none."""

    partner_id: UUID
    messages: list[Message]
    before_seq: int | None
