from uuid import UUID

from servicekit.errors import NotFound

from profiles.domain.profile import Viewer
from profiles.errors import ProfileNotThereYet
from profiles.ports import Pause, ProfilesUnitOfWork

# Together under a second: the sign-up's event is usually here within a tenth of it.
PAUSES_SECONDS = (0.05, 0.1, 0.2, 0.4)


def find_viewer(uow: ProfilesUnitOfWork, pause: Pause, member_id: UUID) -> Viewer:
    """The member who asks, within the caller's reading; noted as active.

    A member may ask before we have heard that they signed up. They are waited for a moment; then ProfileNotThereYet
    is raised, because without their gender nobody could say who fits, and a wrong answer is worse than a late one.
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
