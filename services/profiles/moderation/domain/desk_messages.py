"""Messages of the desk to members, questions to reporters, and saved replies."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from profiles.moderation.domain.desk_queue import Severity

# The time of a case stops while a question to its reporter is open, for so long at most.
ANSWER_WITHIN = timedelta(days=3)
# The time of these cases never stops: somebody may be in danger.
NEVER_STOPS = frozenset({Severity.UNDER_AGE, Severity.ILLEGAL, Severity.THREAT})
MOST_REPLIES = 100


@dataclass(frozen=True, slots=True)
class DeskMessage:
    """A message to a member; with `complaint_id`, a question to the reporter of this complaint, answered once."""

    id: UUID
    member_id: UUID
    case_id: UUID
    author_id: UUID
    text: str
    complaint_id: UUID | None = None
    author_name: str | None = None  # None for a departed colleague
    sent_at: datetime | None = None  # set by the database
    answer: str | None = None
    answered_at: datetime | None = None
    can_answer: bool = False  # a question without an answer, in a case that is open


@dataclass(frozen=True, slots=True)
class SavedReply:
    """A text of the desk by language, which its people put into messages and decisions."""

    id: UUID
    name: str
    texts: Mapping[str, str]
