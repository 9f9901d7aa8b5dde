"""A campaign: its mail or its series of mails, its audience, and its holdout."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from hmac import digest
from typing import Literal
from uuid import UUID

from notifications.domain.campaign_document import CampaignDocument
from notifications.domain.campaign_member import LifecycleMember
from notifications.domain.preferences import NotificationKind
from notifications.domain.segment import SegmentConditions, rounded
from notifications.domain.series import NEW_FOR_DAYS, Series

# Percents of the members who get no mail, so that its effect can be measured: at least one in twenty.
USUAL_HOLDOUT, LEAST_HOLDOUT, MOST_HOLDOUT = 10, 5, 50
# Campaign emails to one member, of all campaigns and series together. Who had as many is not drawn for a campaign, and
# waits for the next message of a series.
MOST_EMAILS, CAPPED_FOR = 3, timedelta(days=7)
LAPSED_AFTER = timedelta(days=30)
# A purchase or a return counts for a campaign if it comes within this time after the draw; for a series, after the day
# of its last message.
MEASURED_FOR = timedelta(days=14)


class Audience(StrEnum):
    ALL = "all"  # every member who consents
    WITHOUT_PURCHASE = "without_purchase"
    LAPSED = "lapsed"  # not seen for 30 days
    # A saved segment. Releases before segments do not know this audience, so they draw nobody for it.
    SEGMENT = "segment"


class CampaignState(StrEnum):
    DRAFT = "draft"
    SCHEDULED = "scheduled"
    SENDING = "sending"
    SENT = "sent"
    STOPPED = "stopped"


class Arm(StrEnum):
    MAIL = "mail"
    HOLDOUT = "holdout"


@dataclass(frozen=True)
class Marketer:
    """A caller at the marketing desk of one site. Nothing of another site is read or changed for them."""

    member_id: UUID
    site: str


@dataclass(frozen=True)
class CampaignPlan:
    """Everything that a marketer chooses about a campaign. `name` is read at the desk alone.

    `segment_id` is of the audience SEGMENT alone; it is None there if the segment was deleted since. `holdout` is in
    percent. `document` is the first message of a series.
    """

    name: str
    kind: NotificationKind
    audience: Audience
    document: CampaignDocument
    segment_id: UUID | None = None
    holdout: int = USUAL_HOLDOUT
    series: Series | None = None

    @property
    def documents(self) -> list[CampaignDocument]:
        """The contents of its messages, in their order."""
        return [self.document, *(message.document for message in self.series.later)] if self.series else [self.document]

    def has(self, message: int, subject: int) -> bool:
        """Whether there is a message with this number, and a subject of it."""
        documents = self.documents
        return message < len(documents) and subject < documents[message].subjects

    @property
    def days(self) -> list[int]:
        """The days of its messages after a member's entry."""
        return self.series.days if self.series else [0]


NO_KEY = UUID(int=0)


@dataclass(frozen=True)
class Campaign:
    """`conditions` are those of its segment when it was scheduled; a later change of the segment does not change it.
    `holdout_key` is known to no marketer. A series is drawn again and again, next at `next_run_at`, until it is closed:
    then nobody enters it any more, and members in it get the rest of its messages."""

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
    holdout_key: UUID = NO_KEY
    conditions: SegmentConditions | None = None
    next_run_at: datetime | None = None
    closed_at: datetime | None = None

    def shown(self, members: int) -> int:
        """A number of members as the desk may know it: of a segment rounded, at a boundary of this campaign's own."""
        return rounded(members, self.holdout_key.int) if self.plan.audience is Audience.SEGMENT else members

    @property
    def measured_for(self) -> timedelta:
        """The time from a member's draw in which their purchase or return counts."""
        return MEASURED_FOR + timedelta(days=self.plan.days[-1])

    def is_open_to(self, signed_up_on: date | None, today: date) -> bool:
        """Whether a member who signed up on this day may enter, if the series begins with the sign-up."""
        if self.plan.series is None or self.plan.series.starts == "audience":
            return True
        first = max(today - timedelta(days=NEW_FOR_DAYS), (self.started_at.date() if self.started_at else today))
        return signed_up_on is not None and signed_up_on >= first

    @property
    def goal(self) -> Literal["purchase", "return"]:
        """What is measured: the return of those who were away, else a purchase."""
        is_away = self.conditions is not None and self.conditions.away_from is not None
        return "return" if is_away or self.plan.audience is Audience.LAPSED else "purchase"

    @property
    def weights(self) -> dict[Arm, float]:
        held_back = self.plan.holdout / 100
        return {Arm.MAIL: 1 - held_back, Arm.HOLDOUT: held_back}


def belongs_to(audience: Audience, conditions: SegmentConditions | None, member: LifecycleMember, today: date) -> bool:
    """Whether the member is in the audience, as far as identity knows. A segment without conditions has nobody."""
    match audience:
        case Audience.ALL:
            return True
        case Audience.WITHOUT_PURCHASE:
            return not member.has_bought
        case Audience.LAPSED:
            return member.seen_on <= today - LAPSED_AFTER
        case Audience.SEGMENT:
            return conditions is not None and conditions.fits(member, today)


def arm_of(holdout_key: UUID, member_id: UUID, holdout: int = USUAL_HOLDOUT) -> Arm:
    """The member's arm, drawn by a keyed hash: the same at every draw, and unrelated to that of other campaigns."""
    drawn = int.from_bytes(digest(holdout_key.bytes, member_id.bytes, sha256)[:8])
    return Arm.HOLDOUT if drawn % 100 < holdout else Arm.MAIL


def subject_of(campaign: Campaign, member_id: UUID, message: int) -> int | None:
    """The number of the subject drawn for the member; None for a message with one.

    A keyed hash: the same at every draw, evenly spread, and unrelated to the arm and to other messages of a series.
    """
    subjects = campaign.plan.documents[message].subjects
    if subjects == 1:
        return None
    drawn = digest(campaign.holdout_key.bytes, b"subject %d " % message + member_id.bytes, sha256)
    return int.from_bytes(drawn[:8]) % subjects
