"""A campaign mail, its audience, and its holdout."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Literal
from uuid import UUID

from notifications.domain.campaign_document import CampaignDocument
from notifications.domain.email import Recipient
from notifications.domain.preferences import NotificationKind

# One member in ten gets no mail, so that its effect can be measured.
HOLDOUT_PARTS, PARTS = 1, 10
LAPSED_AFTER = timedelta(days=30)
# A purchase or a return counts for a campaign if it comes within this time after the draw.
MEASURED_FOR = timedelta(days=14)


class Audience(StrEnum):
    ALL = "all"  # every member who consents
    WITHOUT_PURCHASE = "without_purchase"
    LAPSED = "lapsed"  # not seen for 30 days

    @property
    def goal(self) -> Literal["purchase", "return"]:
        return "return" if self is Audience.LAPSED else "purchase"


class CampaignState(StrEnum):
    DRAFT = "draft"
    SCHEDULED = "scheduled"
    SENDING = "sending"
    SENT = "sent"
    STOPPED = "stopped"


class Arm(StrEnum):
    MAIL = "mail"
    HOLDOUT = "holdout"


WEIGHTS = {Arm.MAIL: 1 - HOLDOUT_PARTS / PARTS, Arm.HOLDOUT: HOLDOUT_PARTS / PARTS}


@dataclass(frozen=True)
class Marketer:
    """A caller at the marketing desk of one site. Nothing of another site is read or changed for them."""

    member_id: UUID
    site: str


@dataclass(frozen=True)
class CampaignPlan:
    """Everything that a marketer chooses about a campaign. `name` is read at the desk alone."""

    name: str
    kind: NotificationKind
    audience: Audience
    document: CampaignDocument


@dataclass(frozen=True)
class Campaign:
    id: UUID
    site: str
    plan: CampaignPlan
    state: CampaignState
    version: int
    created_at: datetime
    planned_at: datetime | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    drawn_through: UUID | None = None


@dataclass(frozen=True)
class LifecycleMember:
    """A member as identity describes them now: the address, and the facts that decide about campaign mail."""

    recipient: Recipient
    is_suspended: bool
    has_consented: bool
    has_bought: bool
    seen_on: date


def may_get_campaigns(member: LifecycleMember, site: str) -> bool:
    """Whether campaign mail of this site may go to the member at all."""
    recipient = member.recipient
    return recipient.site == site and recipient.is_confirmed and member.has_consented and not member.is_suspended


def belongs_to(audience: Audience, member: LifecycleMember, today: date) -> bool:
    if audience is Audience.WITHOUT_PURCHASE:
        return not member.has_bought
    return audience is Audience.ALL or member.seen_on <= today - LAPSED_AFTER


def arm_of(campaign_id: UUID, member_id: UUID) -> Arm:
    """The member's arm, drawn by the hash of campaign and member: the same at every draw."""
    drawn = int.from_bytes(sha256(campaign_id.bytes + member_id.bytes).digest()[:8])
    return Arm.HOLDOUT if drawn % PARTS < HOLDOUT_PARTS else Arm.MAIL
