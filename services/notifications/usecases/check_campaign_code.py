"""Check of the discount code a campaign names. Billing owns the codes and is asked outside of every transaction."""

from datetime import datetime

from shared.kit.core import Unavailable

from notifications.domain.campaign import Campaign, CampaignPlan
from notifications.errors import CampaignCodeExpired, CampaignCodeSpent, CampaignCodeUnknown
from notifications.ports import DiscountCodes

FIELD = "document.code"


def check_codes(codes: DiscountCodes, site: str, plan: CampaignPlan, at: datetime | None = None) -> None:
    """Check the code of each message, as `check_campaign_code` does."""
    for number, document in enumerate(plan.documents):
        field = f"series.later.{number - 1}.{FIELD}" if number else FIELD
        check_campaign_code(codes, site, document.code, at, field=field)


def has_usable_codes(codes: DiscountCodes, campaign: Campaign) -> bool:
    """Whether the codes of all messages can be used now. Raises Unavailable."""
    try:
        check_codes(codes, campaign.site, campaign.plan)
    except (CampaignCodeUnknown, CampaignCodeExpired, CampaignCodeSpent):
        return False
    return True


def check_campaign_code(
    codes: DiscountCodes, site: str, code: str | None, at: datetime | None = None, *, field: str = FIELD
) -> None:
    """Do nothing for a code that members of the site can use now or later, and at the time of sending `at`.

    Raises CampaignCodeUnknown, CampaignCodeExpired (ended by hand too), CampaignCodeSpent, or Unavailable without an
    answer from billing; each names the field.
    """
    if code is None:
        return
    try:
        found = codes.find(site, code)
    except Unavailable:
        raise Unavailable(field=field) from None
    if found is None:
        raise CampaignCodeUnknown(field=field)
    is_over_by_then = at is not None and found.expires_at is not None and found.expires_at <= at
    if found.state in ("expired", "ended") or is_over_by_then:
        raise CampaignCodeExpired(field=field)
    if found.state == "spent":
        raise CampaignCodeSpent(field=field)
