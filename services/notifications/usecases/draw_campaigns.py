"""Drawing the members of campaigns, batch by batch, into the queue of emails."""

from uuid import UUID

from notifications.domain.campaign import Campaign, CampaignState
from notifications.domain.email import Email
from notifications.domain.email_templates import CAMPAIGN_TEMPLATES
from notifications.errors import CampaignCodeExpired, CampaignCodeSpent, CampaignCodeUnknown
from notifications.ports import DiscountCodes
from notifications.usecases.audiences import BATCH, Audiences, Target
from notifications.usecases.change_campaign import halt_campaign
from notifications.usecases.check_campaign_code import check_campaign_code


def draw_campaigns(audiences: Audiences, codes: DiscountCodes) -> int:
    """Draw the next batch of the campaign that is due first. Returns the number of members looked at.

    A campaign whose discount code can no longer be used, or whose segment has become too small, is not sent: it
    is a draft again, or stopped when a part of it has gone out. Raises Unavailable while a service does not answer; the
    next run tries again.

    Identity and profiles are asked outside the transaction. Of two workers with the same batch, the one that locks the
    campaign second finds that it has moved on and does nothing; the primary key of the drawn members holds even
    without that.
    """
    units = audiences.unit_of_work
    with units().reading() as uow:
        campaign = uow.campaigns.next_due()
        # The next batch is drawn when fewer emails than one are queued, so other emails never queue behind a campaign.
        if campaign is None or uow.campaigns.queued() >= BATCH:
            return 0
        wanting = uow.campaigns.wanting(campaign.plan.kind, campaign.drawn_through, BATCH)
        today = uow.now().date()
    target = Target(campaign.site, campaign.plan.audience, campaign.conditions)
    is_first = campaign.drawn_through is None
    if not _has_usable_code(codes, campaign) or (is_first and audiences.is_too_small(target, campaign.plan.kind)):
        halt_campaign(units(), campaign)
        return 0
    members = audiences.select(target, wanting, today)
    with units() as uow:
        current = uow.campaigns.lock(campaign.site, campaign.id)
        if current is None or _position(current) != _position(campaign):
            return 0
        emails = uow.campaigns.draw(campaign, members)
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


def _position(campaign: Campaign) -> tuple[bool, UUID | None, int]:
    is_due = campaign.state in (CampaignState.SCHEDULED, CampaignState.SENDING)
    return is_due, campaign.drawn_through, campaign.version


def _email(campaign: Campaign, member_id: UUID, email_id: UUID) -> Email:
    template = CAMPAIGN_TEMPLATES[campaign.plan.kind]
    return Email(email_id, member_id, template, params={"campaign_id": str(campaign.id)})
