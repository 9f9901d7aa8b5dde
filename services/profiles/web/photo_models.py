"""A member's own photos, as they are read and answered over HTTP."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field
from shared.kit.core import ClientId
from shared.kit.http import Input, Output
from shared.members import Picture

from profiles.domain.card import Photo
from profiles.domain.photo import OwnPhoto, PhotoStatus, RejectReason
from profiles.media_links import MediaLinks


class PhotoForm(Input):
    id: ClientId
    photo: bytes


class OrderPhotos(Input):
    """Photos of the caller; the first is the main one."""

    order: list[UUID] = Field(max_length=200)


class DeletePhoto(Input):
    photo_id: UUID


class OwnPhotoOut(Picture):
    id: UUID
    status: PhotoStatus
    reason: RejectReason | None

    @staticmethod
    def of(photo: OwnPhoto, member_id: UUID, links: MediaLinks, at: datetime) -> "OwnPhotoOut":
        image = links.image(Photo(photo.id, photo.thumbhash), member_id, at)
        return OwnPhotoOut(
            id=photo.id,
            status=photo.status,
            reason=RejectReason(photo.reason) if photo.reason else None,
            thumb_src=image.thumb_src,
            src=image.src,
            large_src=image.large_src,
            thumbhash=image.thumbhash,
        )


class PhotoAnswer(Output):
    photo: OwnPhotoOut


class OwnPhotosAnswer(Output):
    """`limit` is how many the member may have, `premium_limit` how many with premium."""

    photos: list[OwnPhotoOut]
    limit: int
    premium_limit: int


class LockedImage(Output):
    locked: Literal[True] = True
    src: str
