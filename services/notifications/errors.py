"""Errors that notifications returns."""

from shared.kit.errors import Forbidden, Invalid


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
