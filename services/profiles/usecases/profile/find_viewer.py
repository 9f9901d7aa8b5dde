from uuid import UUID

from shared.kit.core import NotFound

from profiles.domain.profile import Viewer
from profiles.errors import ProfileNotThereYet
from profiles.ports import Pause
from profiles.storage import ProfilesUnit

# In total under a second; the event of a sign-up usually arrives within a tenth of it.
PAUSES_SECONDS = (0.05, 0.1, 0.2, 0.4)


def find_viewer(uow: ProfilesUnit, pause: Pause, member_id: UUID) -> Viewer:
    """Return the calling member, in the caller's transaction, and record the activity.

    A request may precede the event of the sign-up. The call waits for it for less than a second and then raises
    ProfileNotThereYet: without the member's gender and pool no criteria are known. Raises NotFound for the deleted.
    """
    viewer = uow.profiles.viewer(member_id)
    for seconds in PAUSES_SECONDS:
        if viewer is not None:
            break
        pause(seconds)
        viewer = uow.profiles.viewer(member_id)
    if viewer is None:
        raise ProfileNotThereYet()
    if viewer.is_deleted:
        raise NotFound()
    if viewer.is_quiet:
        uow.profiles.touch(member_id)
    return viewer
