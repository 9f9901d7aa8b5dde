"""Request and response models, a module for each resource."""

from shared.kit.web.endpoint import Input


class Empty(Input):
    """A body without fields."""
