"""Errors that notifications returns."""

from shared.kit.core import Conflict, Forbidden, Invalid


class NothingToChange(Invalid):
    """A request names a switch without a value for it."""


class UnsubscribeLinkInvalid(Invalid):
    code = "unsubscribe_link_invalid"


class PushServiceUnknown(Invalid):
    """The endpoint of a device is not on the allow-list of push services."""

    code = "push_service_unknown"


class WebhookUnsigned(Forbidden):
    """A request to the webhook has no valid signature of the mail provider, or an old one."""

    code = "webhook_unsigned"


class CampaignStarted(Conflict):
    """The campaign is not in a state that allows the change: it is being sent, or has ended."""

    code = "campaign_started"


class CampaignChangedMeanwhile(Conflict):
    """Somebody saved the campaign since the version that this change was made from."""

    code = "campaign_changed"


class CampaignTimeWrong(Invalid):
    """The time is in the past, or more than 90 days ahead."""

    code = "campaign_time_wrong"


class CampaignNotReady(Invalid):
    """`language`: those of the site in which a member would get no text."""

    code = "campaign_not_ready"


class SegmentUnknown(Invalid):
    """There is no such segment of this site, or it was deleted."""

    code = "segment_unknown"


class SegmentTooSmall(Invalid):
    """Too few members are in the segment to send to it; how many is not said."""

    code = "segment_too_small"


class SegmentChangedMeanwhile(Conflict):
    """Somebody saved the segment since the version that this change was made from."""

    code = "segment_changed"


class SegmentLimit(Conflict):
    """The site has as many segments as it may."""

    code = "segment_limit"


class CampaignCodeUnknown(Invalid):
    """Billing has no such code that members of this site could use."""

    code = "discount_not_found"


class CampaignCodeExpired(Invalid):
    """The discount code has ended, or will have by the time the campaign is sent."""

    code = "discount_expired"


class CampaignCodeSpent(Invalid):
    """All uses of the discount code, or all of its budget, are taken."""

    code = "discount_spent"


class SupportThreadMovedOn(Conflict):
    """A mail or a colleague's reply came since the thread was shown to the person who answers."""

    code = "support_thread_moved_on"


class SupportThreadUnanswerable(Invalid):
    """The thread has no address: that of its mail could not be read."""

    code = "support_thread_unanswerable"
