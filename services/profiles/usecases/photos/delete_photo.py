from uuid import UUID

from shared.kit.core import NotFound

from profiles.storage import ProfilesUnit
from profiles.usecases.photos.note_photos import note_photos


def delete_photo(uow: ProfilesUnit, member_id: UUID, photo_id: UUID) -> str:
    """Take an own photo away for good. Returns the name of its files, which go next."""
    with uow:
        if not uow.profiles.lock(member_id):
            raise NotFound()
        media = uow.photos.remove(member_id, photo_id)
        if media is None:
            raise NotFound()
        note_photos(uow, member_id)
        uow.commit()
    return media
