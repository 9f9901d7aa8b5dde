from uuid import UUID

from pairwise.profiles.v1.events_pb2 import ProfileChanged

from profiles.ports import ProfilesUnitOfWork


def note_photos(uow: ProfilesUnitOfWork, member_id: UUID) -> None:
    """Let search and the others know that what one sees of this member has changed. Runs in the caller's transaction,
    which has locked the profile.
    """
    uow.search.refresh(member_id)
    profile = uow.profiles.whole(member_id, member_id)
    if profile is not None:
        uow.announce(ProfileChanged(member_id=str(member_id), name=profile.card.name, fictional=profile.card.fictional))
