"""Measuring campaigns: returns of lapsed members, and results that outlive the rows of members."""

from collections import defaultdict
from collections.abc import Callable
from datetime import date
from uuid import UUID

from shared.kit.core import NotFound

from notifications.domain.campaign import MEASURED_FOR, Marketer
from notifications.domain.campaign_result import CampaignResult, result_of
from notifications.ports import Contacts
from notifications.storage import NotificationsUnit

BATCH = 200


def record_returns(units: Callable[[], NotificationsUnit], contacts: Contacts) -> int:
    """Ask identity whether lapsed members were seen since they were drawn, those of the holdout alike.

    A day counts from the one after the draw on, because identity knows days alone. Returns the number of members asked
    about.
    """
    asked, after = 0, None
    while True:
        with units().reading() as uow:
            awaited = uow.campaign_results.awaited(after, BATCH)
        seen: dict[date, list[UUID]] = defaultdict(list)
        for member_id, member in (contacts.find_lifecycles(awaited) if awaited else {}).items():
            seen[member.seen_on].append(member_id)
        with units() as uow:
            for day, member_ids in seen.items():
                uow.campaign_results.record_returns(day, member_ids)
            uow.commit()
        asked += len(awaited)
        if len(awaited) < BATCH:
            return asked
        after = awaited[-1]


def store_results(units: Callable[[], NotificationsUnit]) -> int:
    """Store the results of campaigns whose measurement is over, before the rows of members are deleted."""
    with units() as uow:
        over = uow.campaign_results.over()
        for campaign_id in over:
            uow.campaign_results.store(campaign_id, uow.campaign_results.looks(campaign_id))
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
    return result_of(campaign, (campaign.finished_at or campaign.started_at) + MEASURED_FOR, looks, now)
