from typing import Any
from uuid import UUID

from profiles.errors import ProfileMissing
from profiles.ports import ProfilesUnitOfWork


def note_change(uow: ProfilesUnitOfWork, member_id: UUID, **values: Any) -> None:
    """Keep what another service told about a member. Runs in the caller's transaction.

    Raises ProfileMissing when the member is not known yet, so that it is told again after the sign-up was heard.
    Of the erased nothing is kept.
    """
    if not uow.profiles.change(member_id, **values):
        if uow.profiles.is_erased(member_id):
            return
        raise ProfileMissing()
    uow.search.refresh(member_id)
