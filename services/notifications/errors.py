"""Everything notifications can refuse."""

from servicekit.errors import Invalid


class NothingToChange(Invalid):
    """A switch was named, but not which way to turn it."""


class UnsubscribeLinkInvalid(Invalid):
    code = "unsubscribe_link_invalid"
