from uuid import UUID

from profiles.storage import ProfilesUnit


def forget_member(uow: ProfilesUnit, member_id: UUID) -> None:
    """Record the erasure, so that a late event does not create the profile again. Runs in its transaction."""
    uow.profiles.note_erased(member_id)


def release_files(uow: ProfilesUnit, member_id: UUID) -> None:
    """Mark the member's files as unreferenced, in the transaction of the erasure and before it."""
    uow.photos.release_files(member_id)
    uow.verifications.release_files(member_id)
