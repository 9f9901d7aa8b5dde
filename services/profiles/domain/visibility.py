"""Who is hidden from whom. The same rules stand as SQL in `storage/visibility.py`; a test holds them together."""

from dataclasses import dataclass

from servicekit.errors import NotFound

from profiles.errors import BlockedByMember


@dataclass(frozen=True, slots=True)
class Standing:
    """How a member stands to the one who looks."""

    is_self: bool = False
    is_deleted: bool = False
    is_hidden: bool = False
    is_invisible: bool = False
    is_acquainted: bool = False
    blocks_viewer: bool = False
    is_blocked_by_viewer: bool = False
    is_elsewhere: bool = False  # a member of sites whose members the viewer cannot meet

    @property
    def is_shown(self) -> bool:
        """In lists, letters and pushes. A block hides both from each other; the invisible are shown to those they
        have a conversation with."""
        return self.is_there and not (self.blocks_viewer or self.is_blocked_by_viewer)

    @property
    def is_there(self) -> bool:
        """For this viewer, blocks aside."""
        if self.is_deleted or self.is_elsewhere or self.is_self:
            return self.is_self and not self.is_deleted
        return not self.is_hidden and (self.is_acquainted or not self.is_invisible)

    @property
    def is_found(self) -> bool:
        """In search, where the invisible are not and oneself is not."""
        return self.is_shown and not self.is_self and not self.is_invisible


def check_may_open(standing: Standing, name: str) -> None:
    """Whether a profile may be opened directly; the blocker may open whom they blocked, to undo it.

    Raises NotFound for those who are not there for the viewer, as for those who never were, and BlockedByMember.
    """
    if not standing.is_there:
        raise NotFound()
    if standing.blocks_viewer:
        raise BlockedByMember(name=name)
