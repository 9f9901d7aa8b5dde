"""Drawing the members of campaigns, batch by batch, into the queue of emails."""

from collections.abc import Callable, Sequence
from datetime import date
from uuid import UUID

from notifications.domain.campaign import Audience, Campaign, CampaignState, belongs_to, may_get_campaigns
from notifications.domain.email import Email
from notifications.domain.email_templates import CAMPAIGN_TEMPLATES
from notifications.domain.preferences import NotificationKind
from notifications.errors import CampaignCodeExpired, CampaignCodeSpent, CampaignCodeUnknown
from notifications.ports import Contacts, DiscountCodes
from notifications.storage import NotificationsUnit
from notifications.usecases.change_campaign import halt_campaign
from notifications.usecases.check_campaign_code import check_campaign_code

# As many as one question to identity takes. The next batch is drawn when fewer campaign emails than this are queued, so
# that other emails never queue behind a whole campaign.
BATCH = 200
# An estimate counts no further.
MOST_COUNTED = 50_000


def draw_campaigns(units: Callable[[], NotificationsUnit], contacts: Contacts, codes: DiscountCodes) -> int:
    """Draw the next batch of the campaign that is due first. Returns the number of members looked at.

    A campaign whose discount code can no longer be used is not sent: it is a draft again, or stopped when a part of it
    has gone out. Raises Unavailable while billing does not answer; the next run tries again.

    Identity is asked outside the transaction. Of two workers with the same batch, the one that locks the campaign
    second finds that it has moved on and does nothing; the primary key of the drawn members holds even without that.
    """
    with units().reading() as uow:
        campaign = uow.campaigns.next_due()
        if campaign is None or uow.campaigns.queued() >= BATCH:
            return 0
        wanting = uow.campaigns.wanting(campaign.plan.kind, campaign.drawn_through, BATCH)
        today = uow.now().date()
    if not _has_usable_code(codes, campaign):
        halt_campaign(units(), campaign)
        return 0
    members = select_audience(units(), contacts, campaign.site, campaign.plan.audience, wanting, today)
    with units() as uow:
        current = uow.campaigns.lock(campaign.site, campaign.id)
        if current is None or _position(current) != _position(campaign):
            return 0
        emails = uow.campaigns.draw(campaign.id, members)
        for member_id, email_id in emails.items():
            uow.emails.queue(_email(campaign, member_id, email_id))
        uow.campaigns.advance(campaign.id, wanting[-1] if wanting else None)
        if len(wanting) < BATCH:
            uow.campaigns.finish(campaign.id)
        uow.commit()
    return len(wanting)


def _has_usable_code(codes: DiscountCodes, campaign: Campaign) -> bool:
    try:
        check_campaign_code(codes, campaign.site, campaign.plan.document.code)
    except (CampaignCodeUnknown, CampaignCodeExpired, CampaignCodeSpent):
        return False
    return True


def select_audience(
    uow: NotificationsUnit, contacts: Contacts, site: str, audience: Audience, ids: Sequence[UUID], today: date
) -> list[UUID]:
    """Select the members in the audience of a campaign of this site, holdout included. Raises Unavailable."""
    lifecycles = contacts.find_lifecycles(ids) if ids else {}
    with uow.reading() as uow:
        suppressed = uow.suppressions.among(ids)
    return [
        member_id
        for member_id in ids
        if member_id in lifecycles
        and member_id not in suppressed
        and may_get_campaigns(lifecycles[member_id], site)
        and belongs_to(audience, lifecycles[member_id], today)
    ]


def count_audience(
    units: Callable[[], NotificationsUnit], contacts: Contacts, site: str, kind: NotificationKind, audience: Audience
) -> tuple[int, bool]:
    """The number of members a campaign would be drawn from now, and whether there are more than were counted."""
    counted, looked_at, after = 0, 0, None
    while looked_at < MOST_COUNTED:
        with units().reading() as uow:
            wanting, today = uow.campaigns.wanting(kind, after, BATCH), uow.now().date()
        counted += len(select_audience(units(), contacts, site, audience, wanting, today))
        looked_at += len(wanting)
        if len(wanting) < BATCH:
            return counted, False
        after = wanting[-1]
    return counted, True


def _position(campaign: Campaign) -> tuple[bool, UUID | None, int]:
    is_due = campaign.state in (CampaignState.SCHEDULED, CampaignState.SENDING)
    return is_due, campaign.drawn_through, campaign.version


def _email(campaign: Campaign, member_id: UUID, email_id: UUID) -> Email:
    template = CAMPAIGN_TEMPLATES[campaign.plan.kind]
    return Email(email_id, member_id, template, params={"campaign_id": str(campaign.id)})
