"""Check of the discount code a campaign names. Billing owns the codes and is asked outside of every transaction."""

from datetime import datetime

from shared.kit.core import Unavailable

from notifications.errors import CampaignCodeExpired, CampaignCodeSpent, CampaignCodeUnknown
from notifications.ports import DiscountCodes

FIELD = "document.code"


def check_campaign_code(codes: DiscountCodes, site: str, code: str | None, at: datetime | None = None) -> None:
    """Do nothing for a code that members of the site can use now or later, and at the time of sending `at`.

    Raises CampaignCodeUnknown, CampaignCodeExpired (ended by hand too), CampaignCodeSpent, or Unavailable without an
    answer from billing; each names the field.
    """
    if code is None:
        return
    try:
        found = codes.find(site, code)
    except Unavailable:
        raise Unavailable(field=FIELD) from None
    if found is None:
        raise CampaignCodeUnknown(field=FIELD)
    is_over_by_then = at is not None and found.expires_at is not None and found.expires_at <= at
    if found.state in ("expired", "ended") or is_over_by_then:
        raise CampaignCodeExpired(field=FIELD)
    if found.state == "spent":
        raise CampaignCodeSpent(field=FIELD)
