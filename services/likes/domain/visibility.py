from enum import StrEnum


class LikerVisibility(StrEnum):
    """Visibility of the members who like a member. Matches are always shown in full."""

    ALL = "all"
    BLURRED = "blurred"  # a count and blurred pictures
    COUNT = "count"

    @property
    def matches_only(self) -> bool | None:
        """The filter on received likes: True for matches alone, None for all."""
        return None if self is LikerVisibility.ALL else True
