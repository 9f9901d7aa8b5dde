from dataclasses import dataclass
from uuid import UUID

from servicekit.errors import NotFound

from profiles.ports import Pause, ProfilesUnitOfWork
from profiles.usecases.find_viewer import find_viewer


@dataclass(frozen=True, slots=True)
class Privacy:
    """Who sees the member now."""

    is_invisible: bool
    is_hidden: bool
    blocked_count: int


def view_privacy(reads: ProfilesUnitOfWork, pause: Pause, member_id: UUID) -> Privacy:
    with reads:
        find_viewer(reads, pause, member_id)
        own = reads.profiles.whole(member_id, member_id)
        if own is None:
            raise NotFound()
        return Privacy(own.standing.is_invisible, own.standing.is_hidden, reads.blocks.count(member_id))
