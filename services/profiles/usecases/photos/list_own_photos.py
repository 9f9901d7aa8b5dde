from datetime import datetime
from uuid import UUID

from profiles.domain.photo import OwnPhoto
from profiles.domain.profile import Viewer
from profiles.ports import Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.profile.find_viewer import find_viewer


def list_own_photos(reads: ProfilesUnit, pause: Pause, member_id: UUID) -> tuple[list[OwnPhoto], Viewer, datetime]:
    """Return the member's photos of every status, the member, and the time of the database."""
    with reads:
        viewer = find_viewer(reads, pause, member_id)
        return reads.photos.own(member_id), viewer, viewer.at
