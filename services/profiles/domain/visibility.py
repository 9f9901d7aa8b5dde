"""Who is hidden from whom. The same rules stand as SQL in `storage/visibility.py`; a test holds them together."""

from dataclasses import dataclass

from servicekit.errors import NotFound

from profiles.errors import BlockedByMember


@dataclass(frozen=True, slots=True)
class Standing:
    """How a member stands to the one who looks."""

    is_self: bool = False
    is_deleted: bool = False
    is_invisible: bool = False
    blocks_viewer: bool = False
    is_blocked_by_viewer: bool = False

    @property
    def is_shown(self) -> bool:
        """In lists: likes, chats, blocks aside. A block hides both from each other."""
        if self.is_deleted:
            return False
        return self.is_self or not (self.blocks_viewer or self.is_blocked_by_viewer)

    @property
    def is_found(self) -> bool:
        """In search, where the invisible are not and oneself is not."""
        return self.is_shown and not self.is_self and not self.is_invisible


def check_may_open(standing: Standing, name: str) -> None:
    """Whether a profile may be opened directly; the blocker may open whom they blocked, to undo it.

    Raises NotFound for the deleted, as for those who never were, and BlockedByMember.
    """
    if standing.is_deleted:
        raise NotFound()
    if standing.blocks_viewer and not standing.is_self:
        raise BlockedByMember(name=name)
