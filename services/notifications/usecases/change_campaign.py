"""Changes of campaigns at the marketing desk, each announced for the desk's audit trail in the same transaction."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from shared.kit.core import Conflict, NotFound, new_id

from notifications.domain.campaign import Audience, Campaign, CampaignPlan, CampaignState, Marketer
from notifications.domain.email import Email
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.segment import SMALLEST, Segment
from notifications.domain.series import Ending
from notifications.errors import (
    CampaignChangedMeanwhile,
    CampaignNotReady,
    CampaignStarted,
    CampaignTimeWrong,
    SegmentTooSmall,
    SegmentUnknown,
)
from notifications.events.published import desk_changed
from notifications.ports import DiscountCodes
from notifications.storage import NotificationsUnit
from notifications.usecases.audiences import MOST_COUNTED, Audiences, Target
from notifications.usecases.campaign_contents import campaign_params
from notifications.usecases.check_campaign_code import check_codes

LATEST = timedelta(days=90)
Values = Mapping[str, Any]


def make_campaign(
    uow: NotificationsUnit, codes: DiscountCodes, marketer: Marketer, campaign_id: UUID, plan: CampaignPlan
) -> None:
    """Store a draft. A second one with the same id changes nothing.

    Raises Conflict for an id of another brand, SegmentUnknown, and the refusals of `check_campaign_code`.
    """
    check_codes(codes, marketer.site, plan)
    with uow:
        _selected_by(uow, marketer, plan)
        if uow.campaigns.add(campaign_id, marketer.site, plan):
            _announce(uow, marketer, campaign_id, "make", plan, None, _described(plan))
        elif uow.campaigns.find(marketer.site, campaign_id) is None:
            raise Conflict()
        uow.commit()


def edit_campaign(
    uow: NotificationsUnit,
    codes: DiscountCodes,
    marketer: Marketer,
    campaign_id: UUID,
    version: int,
    plan: CampaignPlan,
) -> None:
    """Replace a draft.

    Raises NotFound, CampaignStarted, for an older version CampaignChangedMeanwhile, SegmentUnknown, and the refusals
    of `check_campaign_code`.
    """
    check_codes(codes, marketer.site, plan)
    with uow:
        campaign = _locked(uow, marketer, campaign_id, CampaignState.DRAFT)
        if campaign.version != version:
            raise CampaignChangedMeanwhile()
        if campaign.plan == plan:
            return
        _selected_by(uow, marketer, plan)
        uow.campaigns.change(campaign_id, plan)
        _announce(uow, marketer, campaign_id, "edit", plan, _described(campaign.plan), _described(plan))
        uow.commit()


def schedule_campaign(
    audiences: Audiences,
    codes: DiscountCodes,
    marketer: Marketer,
    campaign_id: UUID,
    locales: Sequence[str],
    at: datetime | None,
) -> None:
    """Send the draft from `at` on, or now. The conditions of its segment are kept as they are at this moment.

    Raises NotFound, CampaignStarted, CampaignTimeWrong for a time in the past or more than 90 days ahead, and
    CampaignNotReady for a language of the site without a text or a fallback; SegmentUnknown, SegmentTooSmall; the
    refusals of `check_campaign_code`, and CampaignChangedMeanwhile if code or segment were replaced while others were
    asked. Raises Unavailable.
    """
    with audiences.unit_of_work().reading() as reader:
        read = reader.campaigns.find(marketer.site, campaign_id)
        checked = _selected_by(reader, marketer, read.plan) if read else None
    if read:
        check_codes(codes, marketer.site, read.plan, at)
    if read and checked:
        target = Target(marketer.site, read.plan.audience, checked.conditions)
        # A segment whose size is not known after so many is counted to its end at the first draw.
        if audiences.is_too_small(target, read.plan.kind, most=MOST_COUNTED):
            raise SegmentTooSmall(field="segment_id", smallest=SMALLEST)
    with audiences.unit_of_work() as uow:
        campaign = _locked(uow, marketer, campaign_id, CampaignState.DRAFT)
        segment = _selected_by(uow, marketer, campaign.plan)
        if read is None or campaign.version != read.version or segment != checked:
            raise CampaignChangedMeanwhile()
        now = uow.now()
        if at is not None and not now < at <= now + LATEST:
            raise CampaignTimeWrong(field="at")
        _check_languages(campaign.plan, locales)
        uow.campaigns.set_state(campaign, CampaignState.SCHEDULED, planned_at=at or now)
        uow.campaigns.freeze_segment(campaign_id, segment.conditions if segment else None)
        after = {"state": "scheduled", "at": (at or now).isoformat()}
        _announce(uow, marketer, campaign_id, "schedule", campaign.plan, {"state": "draft"}, after)
        uow.commit()


def unschedule_campaign(uow: NotificationsUnit, marketer: Marketer, campaign_id: UUID) -> None:
    """Make a scheduled campaign a draft again. Raises NotFound, and CampaignStarted once it is being sent."""
    with uow:
        campaign = _locked(uow, marketer, campaign_id, CampaignState.SCHEDULED)
        uow.campaigns.set_state(campaign, CampaignState.DRAFT)
        _announce(uow, marketer, campaign_id, "unschedule", campaign.plan, {"state": "scheduled"}, {"state": "draft"})
        uow.commit()


def stop_campaign(uow: NotificationsUnit, marketer: Marketer, campaign_id: UUID) -> None:
    """Draw no more members and cancel the emails that are not being sent; a series ends for everyone in it.

    Raises NotFound, CampaignStarted (ended).
    """
    with uow:
        campaign = _locked(uow, marketer, campaign_id, CampaignState.SENDING, CampaignState.SENT)
        uow.campaigns.set_state(campaign, CampaignState.STOPPED)
        uow.campaigns.cancel_emails(campaign_id)
        uow.series.end_all(campaign_id, Ending.STOPPED)
        before, after = {"state": campaign.state.value}, {"state": "stopped"}
        _announce(uow, marketer, campaign_id, "stop", campaign.plan, before, after)
        uow.commit()


def close_series(uow: NotificationsUnit, marketer: Marketer, campaign_id: UUID) -> None:
    """Let nobody enter the series any more; members in it get the rest of its messages. A second time changes nothing.

    Raises NotFound, CampaignStarted (no series that is being sent).
    """
    with uow:
        uow.campaigns.hold_queue()
        campaign = _locked(uow, marketer, campaign_id, CampaignState.SENDING)
        if campaign.plan.series is None:
            raise CampaignStarted()
        if campaign.closed_at is not None:
            return
        uow.campaigns.close(campaign_id)
        uow.series.finish_closed()
        _announce(uow, marketer, campaign_id, "close", campaign.plan, {"state": "sending"}, {"state": "closed"})
        uow.commit()


def halt_campaign(uow: NotificationsUnit, campaign: Campaign) -> None:
    """Send no more of a campaign whose code or segment can no longer be used, unless it was changed meanwhile.

    Before its first email it is a draft again, later it is stopped. The trail names no marketer as its author.
    """
    with uow:
        current = uow.campaigns.lock(campaign.site, campaign.id)
        if current is None or (current.state, current.version) != (campaign.state, campaign.version):
            return
        if current.started_at is None:
            state = CampaignState.DRAFT
        else:
            state = CampaignState.STOPPED
            uow.campaigns.cancel_emails(campaign.id)
            uow.series.end_all(campaign.id, Ending.STOPPED)
        uow.campaigns.set_state(campaign, state)
        before, after = {"state": current.state.value}, {"state": state.value, "code": campaign.plan.document.code}
        _announce(uow, Marketer(UUID(int=0), campaign.site), campaign.id, "halt", campaign.plan, before, after)
        uow.commit()


def send_campaign_test(
    uow: NotificationsUnit, marketer: Marketer, campaign_id: UUID, locale: str, message: int = 0, subject: int = 0
) -> None:
    """Mail a message of the campaign to the marketer, the first one with its first subject by default.

    Raises NotFound, also of a message or a subject, and CampaignNotReady for a language it has no text in.
    """
    with uow:
        campaign = uow.campaigns.lock(marketer.site, campaign_id)
        if campaign is None or not campaign.plan.has(message, subject):
            raise NotFound()
        if locale not in campaign.plan.documents[message].texts:
            raise CampaignNotReady(field="locale", language=locale)
        params = {**campaign_params(campaign_id, message), "locale": locale, "subject_number": str(subject)}
        uow.emails.queue(Email(new_id(), marketer.member_id, EmailTemplate.CAMPAIGN_TEST, params=params))
        _announce(uow, marketer, campaign_id, "test", campaign.plan, None, {"locale": locale})
        uow.commit()


def _locked(uow: NotificationsUnit, marketer: Marketer, campaign_id: UUID, *states: CampaignState) -> Campaign:
    campaign = uow.campaigns.lock(marketer.site, campaign_id)
    if campaign is None:
        raise NotFound()
    if campaign.state not in states:
        raise CampaignStarted()
    return campaign


def _selected_by(uow: NotificationsUnit, marketer: Marketer, plan: CampaignPlan) -> Segment | None:
    """The segment of the plan; None for another audience. Raises SegmentUnknown if it is not there."""
    if plan.audience is not Audience.SEGMENT:
        return None
    segment = uow.segments.find(marketer.site, plan.segment_id) if plan.segment_id else None
    if segment is None:
        raise SegmentUnknown(field="segment_id")
    return segment


def _check_languages(plan: CampaignPlan, locales: Sequence[str]) -> None:
    """Raises CampaignNotReady for languages of the site in which a message has no text."""
    for number, document in enumerate(plan.documents):
        if missing := document.missing_languages(locales):
            place = f"series.later.{number - 1}.document" if number else "document"
            raise CampaignNotReady(field=f"{place}.texts.{missing[0]}", language=", ".join(missing))


def _described(plan: CampaignPlan) -> Values:
    document = plan.document
    return {
        "name": plan.name,
        "kind": plan.kind.value,
        "audience": plan.audience.value,
        "segment_id": str(plan.segment_id) if plan.segment_id else None,
        "holdout": plan.holdout,
        "page": document.page,
        "code": document.code,
        "fallback": document.fallback,
        "texts": {locale: text.model_dump() for locale, text in document.texts.items()},
        **({"series": plan.series.model_dump(mode="json")} if plan.series else {}),
    }


def _announce(
    uow: NotificationsUnit,
    marketer: Marketer,
    campaign_id: UUID,
    change: str,
    plan: CampaignPlan,
    before: Values | None,
    after: Values | None,
) -> None:
    uow.announce(desk_changed(marketer, campaign_id, change, plan.name, before, after, uow.now()))
