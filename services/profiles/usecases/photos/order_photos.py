from collections.abc import Sequence
from uuid import UUID

from shared.kit.core import NotFound

from profiles.errors import PhotosChanged
from profiles.storage import ProfilesUnit
from profiles.usecases.photos.note_photos import note_photos


def order_photos(uow: ProfilesUnit, member_id: UUID, photo_ids: Sequence[UUID]) -> None:
    """Order the own photos, the main one first. Raises PhotosChanged unless each is named once."""
    with uow:
        if not uow.profiles.lock(member_id):
            raise NotFound()
        if sorted(photo_ids) != sorted(photo.id for photo in uow.photos.own(member_id)):
            raise PhotosChanged()
        uow.photos.order(member_id, photo_ids)
        note_photos(uow, member_id)
        uow.commit()
