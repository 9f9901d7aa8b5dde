"""A call between the two members of a conversation."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

# By the clock of the database. An answered call that is not connected by both in time has failed; a connected one whose
# pages say nothing for so long has ended.
RINGS_FOR, CONNECTS_WITHIN, HEARD_WITHIN = timedelta(seconds=30), timedelta(seconds=15), timedelta(seconds=60)
LONGEST = timedelta(hours=4)


class CallKind(StrEnum):
    VOICE = "voice"
    VIDEO = "video"


class CallState(StrEnum):
    RINGING = "ringing"
    ANSWERED = "answered"
    ENDED = "ended"
    MISSED = "missed"  # nobody answered in time, or the caller gave up
    REFUSED = "refused"
    FAILED = "failed"  # answered, and not connected by both

    @property
    def is_open(self) -> bool:
        return self in (CallState.RINGING, CallState.ANSWERED)


@dataclass(frozen=True)
class CallFacts:
    """The facts of a call in its line of the conversation. `seconds` is null until a connected call has ended."""

    kind: CallKind
    state: CallState
    seconds: int | None = None


@dataclass(frozen=True)
class Call:
    """A call; `caller_tab` and `callee_tab` are the pages that it is bound to, by ids that they made."""

    id: UUID
    conversation_id: UUID
    caller_id: UUID
    callee_id: UUID
    kind: CallKind
    state: CallState
    credits: int  # its price by the caller's site; 0 when it is free
    caller_tab: UUID
    callee_tab: UUID | None
    caller_connected: bool
    callee_connected: bool
    rang_at: datetime
    answered_at: datetime | None
    connected_at: datetime | None
    ended_at: datetime | None
    ended_by: UUID | None  # None for the clock and the service
    due_at: datetime | None

    @property
    def is_connected(self) -> bool:
        """Whether both pages have reported that they are connected."""
        return self.caller_connected and self.callee_connected

    @property
    def facts(self) -> CallFacts:
        seconds = (
            int((self.ended_at - self.connected_at).total_seconds()) if self.ended_at and self.connected_at else None
        )
        return CallFacts(self.kind, self.state, seconds)

    def partner_of(self, member_id: UUID) -> UUID:
        return self.callee_id if member_id == self.caller_id else self.caller_id

    def tab_of(self, member_id: UUID) -> UUID | None:
        return self.caller_tab if member_id == self.caller_id else self.callee_tab

    def ending_of(self, member_id: UUID | None) -> CallState:
        """The state in which it ends when this member ends it now; None for the clock and the service."""
        if self.state is CallState.RINGING:
            return CallState.REFUSED if member_id == self.callee_id else CallState.MISSED
        return CallState.ENDED if self.connected_at else CallState.FAILED
