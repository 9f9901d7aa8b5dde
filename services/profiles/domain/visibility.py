"""Visibility of a member to a viewer. `storage/visibility.py` has the rules in SQL; a contract test compares them."""

from dataclasses import dataclass

from shared.kit.core import NotFound

from profiles.errors import BlockedByMember


@dataclass(frozen=True, slots=True)
class Restrictions:
    """Stored restrictions of a member. `is_hidden` is what all queries and other services use."""

    is_invisible: bool
    is_hidden: bool
    is_sanctioned: bool
    is_age_unproven: bool


@dataclass(frozen=True, slots=True)
class Visibility:
    """Relation of a member to the viewer, from which their visibility follows."""

    is_self: bool = False
    is_deleted: bool = False
    is_hidden: bool = False
    is_invisible: bool = False
    is_acquainted: bool = False
    blocks_viewer: bool = False
    is_blocked_by_viewer: bool = False
    is_elsewhere: bool = False  # a member of another pool

    @property
    def is_shown(self) -> bool:
        """Visible in lists, emails and pushes. A block hides both from each other; invisible members are shown to their
        conversation partners."""
        return self.is_there and not (self.blocks_viewer or self.is_blocked_by_viewer)

    @property
    def is_there(self) -> bool:
        """Existing for this viewer, blocks aside."""
        if self.is_deleted or self.is_elsewhere or self.is_self:
            return self.is_self and not self.is_deleted
        return not self.is_hidden and (self.is_acquainted or not self.is_invisible)

    @property
    def is_found(self) -> bool:
        """Visible in search, which contains neither invisible members nor the viewer."""
        return self.is_shown and not self.is_self and not self.is_invisible


def check_may_open(visibility: Visibility, name: str) -> None:
    """Check that a profile may be opened directly; a blocker may open a blocked member, to undo it.

    Raises NotFound for a member who does not exist for the viewer, as for an unknown id, and BlockedByMember.
    """
    if not visibility.is_there:
        raise NotFound()
    if visibility.blocks_viewer:
        raise BlockedByMember(name=name)
