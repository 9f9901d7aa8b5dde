"""Content of campaign emails at the moment of sending."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from notifications.domain.campaign import Campaign, CampaignState
from notifications.domain.campaign_member import LifecycleMember, may_get_campaigns
from notifications.domain.email import Email, Recipient
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.outcome import Finished, Outcome, PutBack
from notifications.domain.quiet_hours import until_morning
from notifications.domain.series import Ending
from notifications.storage import NotificationsUnit
from notifications.usecases.audiences import Audiences

Addressed = tuple[Email, Recipient]
# In emails of later messages of a series, and of those with several subjects. A release that knows first messages or
# one subject alone finds no campaign, and withholds the email instead of sending the wrong one.
NO_CAMPAIGN = str(UUID(int=0))


def campaign_params(campaign_id: UUID, message: int = 0, subject: int | None = None) -> dict[str, str]:
    """The parameters by which a queued email finds its content. Without a number it has the only subject."""
    if subject is not None:
        return {
            "campaign_id": NO_CAMPAIGN,
            "tried_id": str(campaign_id),
            "message": str(message),
            "subject_number": str(subject),
        }
    if message == 0:
        return {"campaign_id": str(campaign_id)}
    return {"campaign_id": NO_CAMPAIGN, "series_id": str(campaign_id), "message": str(message)}


def _campaign_id(email: Email) -> UUID:
    params = email.params
    return UUID(params.get("tried_id") or params.get("series_id") or params["campaign_id"])


def campaign_contents(audiences: Audiences, emails: Sequence[Addressed]) -> Mapping[UUID, Addressed | Outcome]:
    """By the email's id: the email with its content, or the reason it is not sent. Raises Unavailable.

    Identity answers for the consent, so that a withdrawal counts from the next batch on, before its event has come;
    profiles names members on a break and their time zones: at night their email waits for the morning.
    """
    tested = EmailTemplate.CAMPAIGN_TEST
    with audiences.unit_of_work().reading() as uow:
        campaigns = uow.campaigns.of_ids({_campaign_id(email) for email, _ in emails})
        over = uow.series.ended({(_campaign_id(email), email.member_id) for email, _ in emails})
        attributed = _attributed(uow, campaigns, emails)
        now = uow.now()
    ids = {email.member_id for email, _ in emails if email.template is not tested}
    members = audiences.contacts.find_lifecycles(ids)
    unpaused = audiences.visibility.select(ids, None) if ids else {}
    found: dict[UUID, Addressed | Outcome] = {}
    for email, recipient in emails:
        campaign = campaigns.get(_campaign_id(email))
        reason, night = None, timedelta()
        if email.template is not tested:
            reason = _reason_to_withhold(campaign, members.get(email.member_id), email.member_id in unpaused)
            if reason is None and (_campaign_id(email), email.member_id) not in attributed:
                reason = "unconsented"
            if reason is None and over.get((_campaign_id(email), email.member_id), Ending.COMPLETE) != Ending.COMPLETE:
                reason = "over"
            night = until_morning(unpaused.get(email.member_id, ""), now)
        if campaign is None or reason:
            found[email.id] = Finished("suppressed", reason or "gone")
        elif night:
            found[email.id] = PutBack(night, counts=False)
        else:
            filled, addressed = with_content(email, recipient, campaign)
            if email.member_id in members:
                seen_on = members[email.member_id].seen_on.isoformat()
                filled = replace(filled, params={**filled.params, "seen_on": seen_on})
            found[email.id] = filled, addressed
    return found


def with_content(email: Email, recipient: Recipient, campaign: Campaign) -> Addressed:
    """The email in the recipient's language or the campaign's fallback; a test in the one that was asked for."""
    document = campaign.plan.documents[int(email.params.get("message", 0))]
    locale = document.locale_for(email.params.get("locale") or recipient.locale)
    params = document.params(locale, int(email.params.get("subject_number", 0)))
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
    conditions = campaign.conditions
    if conditions is not None and conditions.networks and member.allows_attribution is False:
        return "unconsented"
    return None if may_get_campaigns(member, campaign.site) else "unconsented"


def _attributed(
    uow: NotificationsUnit, campaigns: Mapping[UUID, Campaign], emails: Sequence[Addressed]
) -> set[tuple[UUID, UUID]]:
    """Campaigns and members of these emails, without members whose network is no longer one of the segment's."""
    pairs = {(_campaign_id(email), email.member_id) for email, _ in emails}
    for campaign_id, campaign in campaigns.items():
        if campaign.conditions is not None and campaign.conditions.networks:
            members = {member_id for each, member_id in pairs if each == campaign_id}
            left = members - uow.segments.of_networks(members, campaign.conditions.networks)
            pairs -= {(campaign_id, member_id) for member_id in left}
    return pairs
