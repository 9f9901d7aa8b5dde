"""Conversations of a member that the desk reads and chat has."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class MemberConversation:
    id: UUID
    partner_id: UUID
    messages: int
    last_message_at: datetime


@dataclass(frozen=True, slots=True)
class ConversationPage:
    """Messages in order, each with the fields of evidence; `before_seq` asks for the older ones."""

    partner_id: UUID
    messages: list[dict[str, str | None]]
    before_seq: int | None
