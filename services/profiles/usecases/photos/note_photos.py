from uuid import UUID

from profiles.events.published import profile_changed
from profiles.storage import ProfilesUnit


def note_photos(uow: ProfilesUnit, member_id: UUID) -> None:
    """Refresh the search row and announce the changed profile, in the transaction that has locked its row."""
    uow.search.refresh(member_id)
    profile = uow.profiles.find(member_id, member_id)
    if profile is not None:
        uow.announce(profile_changed(member_id, profile.card.name, fictional=profile.card.fictional))
