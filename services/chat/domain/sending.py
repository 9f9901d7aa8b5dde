"""The state of a message id while it is sent, and how its send ended."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from chat.domain.conversation import ContactPermission
from chat.domain.message import Message
from chat.domain.wallet import Wallet


@dataclass(frozen=True)
class Posted:
    """A posted message with the answer its sender got: a retry gets the same."""

    message: Message
    body_hash: bytes
    wallet: Wallet


@dataclass(frozen=True)
class SendOutcome:
    """How the send of a message id ended: posted, withdrawn for ever, or neither yet."""

    posted: Posted | None = None
    is_withdrawn: bool = False


@dataclass(frozen=True)
class MessageSlot:
    """The position reserved for a new message in its conversation; seq 1 begins it."""

    conversation_id: UUID
    seq: int
    at: datetime


@dataclass(frozen=True)
class SendState:
    """The outcome of a message id so far, and whether its sender may write to the recipient now."""

    outcome: SendOutcome
    permission: ContactPermission
