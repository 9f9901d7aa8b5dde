"""Request and response models, a module for each resource."""

from shared.kit.http import Input


class Empty(Input):
    """A body without fields."""
