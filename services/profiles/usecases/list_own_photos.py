from datetime import datetime
from uuid import UUID

from profiles.domain.photo import OwnPhoto
from profiles.domain.profile import Viewer
from profiles.ports import Pause, ProfilesUnitOfWork
from profiles.usecases.find_viewer import find_viewer


def list_own_photos(
    reads: ProfilesUnitOfWork, pause: Pause, member_id: UUID
) -> tuple[list[OwnPhoto], Viewer, datetime]:
    """The member's photos whatever has become of them, who they are, and when that was."""
    with reads:
        viewer = find_viewer(reads, pause, member_id)
        return reads.photos.own(member_id), viewer, viewer.at
