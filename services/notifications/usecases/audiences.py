"""Members whom a campaign would be drawn from now: a question to identity, to profiles and to our own tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from notifications.domain.campaign import Audience, belongs_to
from notifications.domain.campaign_member import may_get_campaigns
from notifications.domain.preferences import NotificationKind
from notifications.domain.segment import SMALLEST, SegmentConditions
from notifications.ports import Contacts, Visibility
from notifications.storage import NotificationsUnit

# As many as one question to identity or profiles takes.
BATCH = 200
# An estimate counts no further.
MOST_COUNTED = 50_000


@dataclass(frozen=True)
class Target:
    """Whom a campaign is for. `conditions` are those of the audience SEGMENT."""

    site: str
    audience: Audience
    conditions: SegmentConditions | None = None


@dataclass(frozen=True)
class Audiences:
    """Everything that is asked about members of campaigns. Raises Unavailable while a service does not answer."""

    unit_of_work: Callable[[], NotificationsUnit]
    contacts: Contacts
    visibility: Visibility

    def select(self, target: Target, ids: Sequence[UUID], today: date) -> list[UUID]:
        """Those of at most 200 members who are in the audience, holdout included.

        Without those who may get no campaigns, those who take a break, and those who had enough campaign mail lately.
        """
        conditions = target.conditions
        found = [
            member_id
            for member_id, member in (self.contacts.find_lifecycles(ids) if ids else {}).items()
            if may_get_campaigns(member, target.site) and belongs_to(target.audience, conditions, member, today)
        ]
        with self.unit_of_work().reading() as uow:
            left_out = uow.suppressions.among(found) | uow.campaigns.capped(found)
            fitting = set(found) - left_out
            if conditions is not None and conditions.networks:
                fitting &= uow.segments.of_networks(found, conditions.networks)
        if fitting:
            fitting = self.visibility.select(fitting, conditions)
        return [member_id for member_id in ids if member_id in fitting]

    def is_too_small(self, target: Target, kind: NotificationKind) -> bool:
        """Whether a segment has so few members that nothing is sent to it; another audience never has."""
        if target.conditions is None:
            return False
        counted, has_more = self.count(target, kind, enough=SMALLEST)
        return counted < SMALLEST and not has_more

    def count(self, target: Target, kind: NotificationKind, *, enough: int = MOST_COUNTED) -> tuple[int, bool]:
        """The number of members, and whether there are more: counting stops at `enough`, or at 50,000 looked at."""
        counted, looked_at, after = 0, 0, None
        while looked_at < MOST_COUNTED:
            with self.unit_of_work().reading() as uow:
                wanting, today = uow.campaigns.wanting(kind, after, BATCH), uow.now().date()
            counted += len(self.select(target, wanting, today))
            looked_at += len(wanting)
            if len(wanting) < BATCH:
                return counted, False
            if counted >= enough:
                break
            after = wanting[-1]
        return counted, True
