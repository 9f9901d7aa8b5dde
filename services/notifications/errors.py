"""Everything notifications can refuse."""

from servicekit.errors import Forbidden, Invalid


class NothingToChange(Invalid):
    """A switch was named, but not which way to turn it."""


class UnsubscribeLinkInvalid(Invalid):
    code = "unsubscribe_link_invalid"


class PushServiceUnknown(Invalid):
    """The address of a device is no push service's that we send to."""

    code = "push_service_unknown"


class WebhookUnsigned(Forbidden):
    """What claims to be the mail provider has no signature of theirs, or an old one."""

    code = "webhook_unsigned"
