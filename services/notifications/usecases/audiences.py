"""Members whom a campaign would be drawn from now: a question to identity, to profiles and to our own tables."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from shared.kit.core import SigningKeys

from notifications.domain.campaign import MOST_EMAILS, Audience, Campaign, belongs_to
from notifications.domain.campaign_member import LifecycleMember, may_get_campaigns
from notifications.domain.preferences import NotificationKind
from notifications.domain.segment import SMALLEST, STEP, MemberCount, SegmentConditions
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
    """Everything that is asked about members of campaigns. Raises Unavailable while a service does not answer.

    `keys` sign members, so that nobody at the desk knows how the number of a segment's members is rounded.
    """

    unit_of_work: Callable[[], NotificationsUnit]
    contacts: Contacts
    visibility: Visibility
    keys: SigningKeys

    def select(
        self, target: Target, ids: Sequence[UUID], today: date, *, opens_to: Campaign | None = None
    ) -> dict[UUID, str]:
        """Those of at most 200 members who are in the audience, holdout included, in this order with their time zones.

        Without those who may get no campaigns, those who take a break, and those who had enough campaign mail lately.
        For a series, `opens_to`: without those who signed up too early to enter it; mail they had lately counts later,
        at each of its messages.
        """
        found = [
            member_id
            for member_id, member in (self.contacts.find_lifecycles(ids) if ids else {}).items()
            if may_get_campaigns(member, target.site)
            and _is_in(target, member, today)
            and (opens_to is None or opens_to.is_open_to(member.signed_up_on, today))
        ]
        with self.unit_of_work().reading() as uow:
            left_out = uow.suppressions.among(found)
            if opens_to is None or opens_to.plan.series is None:
                left_out |= {
                    each for each, emails in uow.campaigns.emails_lately(found).items() if emails >= MOST_EMAILS
                }
        fitting = self._fitting(target, set(found) - left_out)
        return {member_id: fitting[member_id] for member_id in ids if member_id in fitting}

    def in_audience(self, target: Target, ids: Collection[UUID], today: date) -> set[UUID]:
        """Those of at most 200 members who fit the audience now."""
        known = self.contacts.find_lifecycles(ids) if ids else {}
        return {*self._fitting(target, {each for each in known if _is_in(target, known[each], today)})}

    def _fitting(self, target: Target, ids: set[UUID]) -> Mapping[UUID, str]:
        """Those who fit the facts of other services, with their time zones."""
        conditions = target.conditions
        if ids and conditions is not None and conditions.networks:
            with self.unit_of_work().reading() as uow:
                ids = uow.segments.of_networks(ids, conditions.networks)
        return self.visibility.select(ids, conditions) if ids else {}

    def is_too_small(self, target: Target, kind: NotificationKind, *, most: int | None = None) -> bool:
        """Whether a segment has so few members that nothing is sent to it; another audience never has.

        With `most`, no more members are looked at; if they do not tell, the answer is no.
        """
        if target.conditions is None:
            return False
        counted = self.count(target, kind, enough=SMALLEST + STEP, most=most)
        return counted.shown is None and not counted.has_more

    def count(
        self,
        target: Target,
        kind: NotificationKind,
        *,
        enough: int | None = None,
        most: int | None = MOST_COUNTED,
    ) -> MemberCount:
        """The number of members. Counting stops at `enough`, or when `most` are looked at."""
        counted, looked_at, fingerprint, after = 0, 0, 0, None
        while most is None or looked_at < most:
            with self.unit_of_work().reading() as uow:
                wanting, today = uow.campaigns.wanting(kind, after, BATCH), uow.now().date()
            found = self.select(target, wanting, today)
            # The sum depends on the set alone, not on its order.
            fingerprint += sum(int.from_bytes(self.keys.sign(b"counted" + each.bytes)[:8]) for each in found)
            counted += len(found)
            looked_at += len(wanting)
            if len(wanting) < BATCH:
                return self._counted(counted, fingerprint, has_more=False)
            if enough is not None and counted >= enough:
                break
            after = wanting[-1]
        return self._counted(counted, fingerprint, has_more=True)

    def _counted(self, members: int, fingerprint: int, *, has_more: bool) -> MemberCount:
        signed = self.keys.sign(b"count" + fingerprint.to_bytes(16))
        return MemberCount(members, has_more, int.from_bytes(signed[:8]))


def _is_in(target: Target, member: LifecycleMember, today: date) -> bool:
    """Whether the member is in the audience, as far as identity knows.

    The network is known with the consent to attribution alone, which may be withdrawn a moment before its event comes.
    """
    conditions = target.conditions
    is_withdrawn = conditions is not None and conditions.networks and member.allows_attribution is False
    return not is_withdrawn and belongs_to(target.audience, conditions, member, today)
