"""Staff access: what the desk looks at is recorded, and a member is opened for a case or for a stated reason."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from servicekit.security_log import SecurityAction

# An opened member stays open to the same person for this long; afterwards the case or reason is stated again.
ACCESS_LASTS = timedelta(hours=1)
# What waits in a queue is answered anew every minute; one record an hour says that somebody saw it.
SEEN_AGAIN = timedelta(hours=1)


class StaffAction(SecurityAction):
    """What a record says was done. The names are those of the security events (docs/security-events.md)."""

    OPEN_MEMBER = "staff.open_member"  # stated the case or the reason
    VIEW_MEMBER = "staff.view_member"
    FIND_MEMBER = "staff.find_member"  # by name: name, age and town
    VIEW_COMPLAINT = "staff.view_complaint"  # with its evidence
    VIEW_PHOTO = "staff.view_photo"  # that waits for inspection


@dataclass(frozen=True, slots=True)
class StaffRecord:
    """One row of the audit log. `case_id` is a complaint, a decision or a photo."""

    actor_id: UUID
    action: StaffAction
    member_id: UUID | None
    case_id: UUID | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """Why a member is opened: exactly one of the two."""

    case_id: UUID | None = None
    reason: str | None = None
