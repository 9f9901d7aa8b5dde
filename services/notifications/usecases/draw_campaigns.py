"""Drawing the members of campaigns, batch by batch, into the queue of emails or into a series."""

from datetime import datetime
from uuid import UUID

from notifications.domain.campaign import MOST_EMAILS, Campaign, CampaignState, subject_of
from notifications.domain.email import Email
from notifications.domain.email_templates import CAMPAIGN_TEMPLATES
from notifications.domain.quiet_hours import until_morning
from notifications.ports import DiscountCodes
from notifications.usecases.audiences import BATCH, Audiences, Target
from notifications.usecases.campaign_contents import campaign_params
from notifications.usecases.change_campaign import halt_campaign
from notifications.usecases.check_campaign_code import has_usable_codes


def draw_campaigns(audiences: Audiences, codes: DiscountCodes) -> int:
    """Draw the next batch of the campaign that is due first. Returns the number of members looked at.

    A campaign whose discount code can no longer be used, or whose segment has become too small, is not sent: it
    is a draft again, or stopped when a part of it has gone out. A series is drawn once an hour until it is closed:
    members who have come into its audience enter it, each once. An email to a member in the night waits for their
    morning. Raises Unavailable while a service does not answer; the
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
        outside = campaign.id if campaign.plan.series else None
        wanting = uow.campaigns.wanting(campaign.plan.kind, campaign.drawn_through, BATCH, outside=outside)
        today = uow.now().date()
    target = Target(campaign.site, campaign.plan.audience, campaign.conditions)
    is_first = campaign.started_at is None
    if not has_usable_codes(codes, campaign) or (is_first and audiences.is_too_small(target, campaign.plan.kind)):
        halt_campaign(units(), campaign)
        return 0
    members = audiences.select(target, wanting, today, opens_to=campaign)
    with units() as uow:
        uow.campaigns.hold_queue()
        current = uow.campaigns.lock(campaign.site, campaign.id)
        if current is None or _position(current) != _position(campaign):
            return 0
        # Another worker may have queued messages of a series since they were selected.
        lately = {} if campaign.plan.series else uow.campaigns.emails_lately(members)
        emails = uow.campaigns.draw(campaign, [each for each in members if lately.get(each, 0) < MOST_EMAILS])
        for member_id, email_id in emails.items():
            uow.emails.queue(_email(campaign, member_id, email_id), until_morning(members[member_id], uow.now()))
        uow.campaigns.advance(campaign.id, wanting[-1] if wanting else None)
        if len(wanting) < BATCH:
            end = uow.campaigns.rest if campaign.plan.series else uow.campaigns.finish
            end(campaign.id)
        uow.commit()
    return len(wanting)


def _position(campaign: Campaign) -> tuple[bool, UUID | None, datetime | None, int]:
    is_due = campaign.state in (CampaignState.SCHEDULED, CampaignState.SENDING)
    return is_due, campaign.drawn_through, campaign.next_run_at, campaign.version


def _email(campaign: Campaign, member_id: UUID, email_id: UUID) -> Email:
    template = CAMPAIGN_TEMPLATES[campaign.plan.kind]
    return Email(
        email_id, member_id, template, params=campaign_params(campaign.id, subject=subject_of(campaign, member_id, 0))
    )
