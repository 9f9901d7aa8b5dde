from typing import Any
from uuid import UUID

from profiles.errors import ProfileMissing
from profiles.storage import ProfilesUnit


def note_change(uow: ProfilesUnit, member_id: UUID, **values: Any) -> None:
    """Store values from another service's event, in the caller's transaction. Events about the erased are ignored.

    Raises ProfileMissing for a member without a profile, so that the event is redelivered after the sign-up's.
    """
    if not uow.profiles.change(member_id, **values):
        if uow.profiles.is_erased(member_id):
            return
        raise ProfileMissing()
    uow.search.refresh(member_id)
