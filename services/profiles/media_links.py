"""Links to photos, each for one viewer and a short time."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from shared.kit.core import SigningKeys
from shared.pictures import PictureLinks

from profiles.domain.card import Photo

WIDTHS = ("160", "400", "800")


@dataclass(frozen=True, slots=True)
class Image:
    """The links of a photo in its three widths."""

    thumb_src: str
    src: str
    large_src: str
    thumbhash: str


class MediaLinks(PictureLinks):
    def __init__(self, keys: SigningKeys) -> None:
        super().__init__(keys, "media")

    def image(self, photo: Photo, viewer_id: UUID, at: datetime) -> Image:
        thumb, normal, large = self.links(photo.id, WIDTHS, viewer_id, at)
        return Image(thumb, normal, large, photo.thumbhash)

    def locked(self, photo: Photo, viewer_id: UUID, at: datetime) -> str:
        """The blurred variant: another file, from which the photo cannot be had back."""
        return self.link(photo.id, "locked", viewer_id, at)
