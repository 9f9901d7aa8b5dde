"""Content of campaign emails at the moment of sending."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from notifications.domain.campaign import Campaign, CampaignState
from notifications.domain.campaign_member import LifecycleMember, may_get_campaigns
from notifications.domain.email import Email, Recipient
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.outcome import Finished, Outcome
from notifications.usecases.audiences import Audiences

Addressed = tuple[Email, Recipient]


def campaign_contents(audiences: Audiences, emails: Sequence[Addressed]) -> Mapping[UUID, Addressed | Outcome]:
    """By the email's id: the email with its content, or the reason it is not sent. Raises Unavailable.

    Identity answers for the consent, so that a withdrawal counts from the next batch on, before its event has come;
    profiles says who takes a break.
    """
    with audiences.unit_of_work().reading() as uow:
        campaigns = uow.campaigns.of_ids({UUID(email.params["campaign_id"]) for email, _ in emails})
    tested = EmailTemplate.CAMPAIGN_TEST
    ids = {email.member_id for email, _ in emails if email.template is not tested}
    members = audiences.contacts.find_lifecycles(ids)
    unpaused = audiences.visibility.select(ids, None) if ids else set()
    found: dict[UUID, Addressed | Outcome] = {}
    for email, recipient in emails:
        campaign = campaigns.get(UUID(email.params["campaign_id"]))
        reason = None
        if email.template is not tested:
            reason = _reason_to_withhold(campaign, members.get(email.member_id), email.member_id in unpaused)
        if campaign is None or reason:
            found[email.id] = Finished("suppressed", reason or "gone")
        else:
            found[email.id] = with_content(email, recipient, campaign)
    return found


def with_content(email: Email, recipient: Recipient, campaign: Campaign) -> Addressed:
    """The email in the recipient's language or the campaign's fallback; a test in the one that was asked for."""
    document = campaign.plan.document
    locale = document.locale_for(email.params.get("locale") or recipient.locale)
    params = document.params(locale)
    filled = {**email.params, **params, "blocks": json.dumps(params["blocks"])}
    return replace(email, params=filled), replace(recipient, locale=locale)


def _reason_to_withhold(campaign: Campaign | None, member: LifecycleMember | None, is_unpaused: bool) -> str | None:
    if campaign is None or member is None:
        return "gone"
    if campaign.state is CampaignState.STOPPED:
        return "stopped"
    if member.is_suspended:
        return "suspended"
    if not is_unpaused:
        return "paused"
    return None if may_get_campaigns(member, campaign.site) else "unconsented"
