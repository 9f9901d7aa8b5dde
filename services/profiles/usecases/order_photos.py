from collections.abc import Sequence
from uuid import UUID

from servicekit.errors import NotFound

from profiles.errors import PhotosChanged
from profiles.ports import ProfilesUnitOfWork
from profiles.usecases.note_photos import note_photos


def order_photos(uow: ProfilesUnitOfWork, member_id: UUID, photo_ids: Sequence[UUID]) -> None:
    """Put the own photos in this order, the main one first. It must name each of them once."""
    with uow:
        if not uow.profiles.lock(member_id):
            raise NotFound()
        if sorted(photo_ids) != sorted(photo.id for photo in uow.photos.own(member_id)):
            raise PhotosChanged()
        uow.photos.order(member_id, photo_ids)
        note_photos(uow, member_id)
        uow.commit()
