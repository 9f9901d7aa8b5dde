from uuid import UUID

from profiles.domain.photo import RejectReason
from profiles.events.published import photo_approved, photo_rejected, profile_changed
from profiles.storage import ProfilesUnit


def note_inspection(
    uow: ProfilesUnit, member_id: UUID, photo_id: UUID, reason: RejectReason | None, decision_id: UUID
) -> None:
    """Announce that a photo was approved, or rejected for this reason, in the transaction that has locked the row."""
    if reason is None:
        uow.announce(photo_approved(member_id, photo_id))
    else:
        uow.announce(photo_rejected(member_id, photo_id, reason, decision_id))
    note_photos(uow, member_id)


def note_photos(uow: ProfilesUnit, member_id: UUID) -> None:
    """Refresh the search row and announce the changed profile, in the transaction that has locked its row."""
    uow.search.refresh(member_id)
    profile = uow.profiles.find(member_id, member_id)
    if profile is not None:
        uow.announce(profile_changed(member_id, profile.card.name, fictional=profile.card.fictional))
