from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import NotFound

from profiles.domain.visibility import Restrictions
from profiles.ports import Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.profile.find_viewer import find_viewer


@dataclass(frozen=True, slots=True)
class Privacy:
    """The member's own visibility settings."""

    restrictions: Restrictions
    blocked_count: int


def view_privacy(reads: ProfilesUnit, pause: Pause, member_id: UUID) -> Privacy:
    with reads:
        find_viewer(reads, pause, member_id)
        own = reads.profiles.restrictions(member_id)
        if own is None:
            raise NotFound()
        return Privacy(own, reads.blocks.count(member_id))
