"""Measuring campaigns: returns of lapsed members, and results that outlive the rows of members."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import date, datetime
from uuid import UUID

from shared.kit.core import NotFound

from notifications.domain.campaign import Campaign, Marketer
from notifications.domain.campaign_result import CampaignResult, SeriesProgress, result_of
from notifications.domain.subject_result import SubjectResult, result_of_subjects
from notifications.ports import Contacts
from notifications.storage import NotificationsUnit

BATCH = 200


def record_returns(units: Callable[[], NotificationsUnit], contacts: Contacts) -> int:
    """Ask identity whether lapsed members were seen since they were drawn, those of the holdout alike.

    A day counts from the one after the draw on, because identity knows days alone. Returns the number of members asked
    about.
    """
    return _ask(
        units,
        contacts,
        awaited=lambda uow, after: uow.campaign_results.awaited(after, BATCH),
        record=lambda uow, day, member_ids: uow.campaign_results.record_returns(day, member_ids),
    )


def record_subject_returns(units: Callable[[], NotificationsUnit], contacts: Contacts) -> int:
    """Ask identity whether members were seen since they got a message whose subjects are compared.

    Returns the number of members asked about.
    """
    return _ask(
        units,
        contacts,
        awaited=lambda uow, after: uow.campaign_messages.awaited(after, BATCH),
        record=lambda uow, day, member_ids: uow.campaign_messages.record_returns(day, member_ids),
    )


def _ask(
    units: Callable[[], NotificationsUnit],
    contacts: Contacts,
    *,
    awaited: Callable[[NotificationsUnit, UUID | None], Sequence[UUID]],
    record: Callable[[NotificationsUnit, date, Sequence[UUID]], None],
) -> int:
    """Ask about all awaited members, a batch at a time, outside of transactions."""
    asked, after = 0, None
    while True:
        with units().reading() as uow:
            members = awaited(uow, after)
        seen: dict[date, list[UUID]] = defaultdict(list)
        for member_id, member in (contacts.find_lifecycles(members) if members else {}).items():
            seen[member.seen_on].append(member_id)
        with units() as uow:
            for day, member_ids in seen.items():
                record(uow, day, member_ids)
            uow.commit()
        asked += len(members)
        if len(members) < BATCH:
            return asked
        after = members[-1]


def store_results(units: Callable[[], NotificationsUnit]) -> int:
    """Store the results of campaigns whose measurement is over, before the rows of members are deleted."""
    with units() as uow:
        over = uow.campaign_results.over()
        campaigns = uow.campaigns.of_ids(over)
        for campaign_id in over:
            looks = uow.campaign_results.looks(campaign_id)
            campaign = campaigns[campaign_id]
            counts = uow.campaign_messages.counts(campaign)
            uow.campaign_results.store(campaign_id, looks, _progress(uow, campaign), counts)
        uow.commit()
    return len(over)


def read_result(uow: NotificationsUnit, marketer: Marketer, campaign_id: UUID) -> CampaignResult | None:
    """The result until now; None before the first member is drawn. Raises NotFound."""
    with uow.reading() as uow:
        campaign = uow.campaigns.find(marketer.site, campaign_id)
        if campaign is None:
            raise NotFound()
        if campaign.started_at is None:
            return None
        looks, now = uow.campaign_results.looks(campaign_id), uow.now()
    return result_of(campaign, _measured_until(campaign, now), looks, now)


def read_subjects(uow: NotificationsUnit, marketer: Marketer, campaign_id: UUID) -> list[SubjectResult]:
    """What followed each message that was queued, by its subjects. Raises NotFound."""
    with uow.reading() as uow:
        campaign = uow.campaigns.find(marketer.site, campaign_id)
        if campaign is None:
            raise NotFound()
        counts, now = uow.campaign_messages.counts(campaign), uow.now()
    is_over = now >= _measured_until(campaign, now)
    return [result_of_subjects(each, is_over=is_over) for each in counts]


def _measured_until(campaign: Campaign, now: datetime) -> datetime:
    # Members enter a series until it ends.
    drawn_until = campaign.finished_at or (now if campaign.plan.series else campaign.started_at or now)
    return drawn_until + campaign.measured_for


def read_progress(uow: NotificationsUnit, marketer: Marketer, campaign_id: UUID) -> SeriesProgress | None:
    """What has become of the messages of a series; None of another campaign. Raises NotFound."""
    with uow.reading() as uow:
        campaign = uow.campaigns.find(marketer.site, campaign_id)
        if campaign is None:
            raise NotFound()
        return _progress(uow, campaign)


def _progress(uow: NotificationsUnit, campaign: Campaign) -> SeriesProgress | None:
    if campaign.plan.series is None:
        return None
    return uow.campaign_results.stored_progress(campaign.id) or uow.series.progress(campaign)
