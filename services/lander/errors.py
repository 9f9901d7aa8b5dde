"""Everything the lander can refuse."""

from servicekit.errors import NotFound


class SceneUnknown(NotFound):
    """There is no such landing page."""
