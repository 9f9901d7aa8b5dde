"""Text messages: how long one is tried, and how far it got."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

# The word that a member did not answer after a date is of use at once or not at all: then the member is told.
GIVE_UP_AFTER = timedelta(minutes=30)
# An outcome that nobody knows until then counts as unknown. Providers report within seconds.
UNKNOWN_AFTER = timedelta(minutes=2)


class TextPurpose(StrEnum):
    DATE_MISSED = "date_missed"
    # After the one before alone.
    DATE_FINE = "date_fine"
    # Sent by billing, which announces it.
    DIRECT_DEBIT_CODE = "direct_debit_code"


class TextMessageState(StrEnum):
    """From `sending` on the provider may have it: it is not sent again."""

    QUEUED = "queued"
    SENDING = "sending"
    UNKNOWN = "unknown"
    SENT = "sent"
    DELIVERED = "delivered"
    FAILED = "failed"
    SUPPRESSED = "suppressed"


@dataclass(frozen=True)
class QueuedText:
    """A text message to the person chosen for a plan. `is_late`: after GIVE_UP_AFTER."""

    id: UUID
    plan_id: UUID
    member_id: UUID
    purpose: TextPurpose
    is_late: bool

    @property
    def is_fine(self) -> bool:
        return self.purpose is TextPurpose.DATE_FINE


@dataclass(frozen=True)
class TextFate:
    """A text message as the support desk sees it, without number and words."""

    purpose: str
    state: str
    reason: str | None
    created_at: datetime
    finished_at: datetime | None
