"""Error codes of the lander."""

from shared.kit.errors import NotFound


class SceneUnknown(NotFound):
    """There is no such landing page."""
