"""Queueing the messages of series, each for a member on its day, until something ends the series for them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from notifications.domain.campaign import MOST_EMAILS, Campaign, subject_of
from notifications.domain.email import Email
from notifications.domain.email_templates import CAMPAIGN_TEMPLATES
from notifications.domain.quiet_hours import until_morning
from notifications.domain.series import Ending, Stop
from notifications.domain.series_member import MemberState, SeriesMember, ending_of
from notifications.ports import DiscountCodes
from notifications.storage import NotificationsUnit
from notifications.usecases.audiences import BATCH, Audiences, Target
from notifications.usecases.campaign_contents import campaign_params
from notifications.usecases.change_campaign import halt_campaign
from notifications.usecases.check_campaign_code import has_usable_codes

A_DAY = timedelta(days=1)
Found = Mapping[tuple[UUID, UUID], tuple[MemberState, str]]


def advance_series(audiences: Audiences, codes: DiscountCodes) -> int:
    """Queue messages that are due, at most 200. Returns the number of members looked at.

    At night a message waits for the morning, and a member who had enough campaign emails lately waits a day; the
    messages after it keep their distance. A series whose discount code can no longer be used is stopped. Raises
    Unavailable while a service does not answer; the next run tries again.

    Identity, profiles and billing are asked outside the transaction. Of two workers with the same members, the second
    finds that they have moved on; the primary key of the series' emails holds even without that.
    """
    units = audiences.unit_of_work
    with units().reading() as uow:
        # As for other campaigns: fewer wait than one batch, so other emails never queue behind a series.
        due = [] if uow.campaigns.queued() >= BATCH else uow.series.due(BATCH)
        campaigns = uow.campaigns.of_ids({member.campaign_id for member in due})
    for campaign in campaigns.values():
        if not has_usable_codes(codes, campaign):
            halt_campaign(units(), campaign)
    found = _look_at(audiences, due, campaigns)
    with units() as uow:
        uow.campaigns.hold_queue()
        running = uow.series.lock_campaigns(campaigns.keys())
        members = uow.series.lock([member for member in due if member.campaign_id in running])
        lately = uow.campaigns.emails_lately({member.member_id for member in members})
        for member in members:
            had = lately.get(member.member_id, 0)
            if _advance(uow, running[member.campaign_id], member, found[member.key], has_room=had < MOST_EMAILS):
                lately[member.member_id] = had + 1
        uow.series.finish_closed()
        uow.commit()
    return len(due)


def _look_at(audiences: Audiences, due: Sequence[SeriesMember], campaigns: Mapping[UUID, Campaign]) -> Found:
    """The state of each of these members, with their time zone."""
    if not due:
        return {}
    ids = {member.member_id for member in due}
    known, unpaused = audiences.contacts.find_lifecycles(ids), audiences.visibility.select(ids, None)
    with audiences.unit_of_work().reading() as uow:
        suppressed, today = uow.suppressions.among(ids), uow.now().date()
        kinds = {(member.member_id, campaigns[member.campaign_id].plan.kind) for member in due}
        switches = uow.preferences.of_many(kinds)
    in_audience: dict[UUID, set[UUID]] = {}
    for campaign_id, members in _by_campaign(due).items():
        campaign = campaigns[campaign_id]
        stops = campaign.plan.series.stops if campaign.plan.series else []
        target = Target(campaign.site, campaign.plan.audience, campaign.conditions)
        in_audience[campaign_id] = audiences.in_audience(target, members, today) if Stop.LEFT in stops else set(members)
    return {
        member.key: (
            MemberState(
                known.get(member.member_id),
                is_wanted=switches[member.member_id, campaigns[member.campaign_id].plan.kind].email
                and member.member_id not in suppressed,
                is_unpaused=member.member_id in unpaused,
                is_in_audience=member.member_id in in_audience[member.campaign_id],
            ),
            unpaused.get(member.member_id, ""),
        )
        for member in due
    }


def _advance(
    uow: NotificationsUnit,
    campaign: Campaign,
    member: SeriesMember,
    found: tuple[MemberState, str],
    *,
    has_room: bool,
) -> bool:
    """Do what is due for the member; True if it is an email."""
    state, zone = found
    stops = campaign.plan.series.stops if campaign.plan.series else []
    ending = ending_of(member, campaign.site, stops, state)
    days = campaign.plan.days
    if ending is None and member.message >= len(days):
        ending = Ending.COMPLETE
    if ending is not None:
        uow.series.end(member, ending)
        return False
    night = until_morning(zone, uow.now())
    if night or not has_room:
        uow.series.wait(member, night or A_DAY)
        return False
    subject = subject_of(campaign, member.member_id, member.message)
    email_id = uow.series.record_email(member, subject)
    if email_id is not None:
        template = CAMPAIGN_TEMPLATES[campaign.plan.kind]
        params = campaign_params(campaign.id, member.message, subject)
        uow.emails.queue(Email(email_id, member.member_id, template, params=params))
    following = member.message + 1
    if following == len(days):
        uow.series.end(member, Ending.COMPLETE)
    else:
        uow.series.wait(member, timedelta(days=days[following] - days[member.message]), message=following)
    return email_id is not None


def _by_campaign(members: Iterable[SeriesMember]) -> Mapping[UUID, list[UUID]]:
    found: dict[UUID, list[UUID]] = defaultdict(list)
    for member in members:
        found[member.campaign_id].append(member.member_id)
    return found
