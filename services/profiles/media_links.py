"""Links to photos: each for one viewer, one variant and a short time, signed so that none can be made up."""

import base64
import hmac
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from profiles.domain.card import Photo

VARIANTS = ("160", "400", "800", "locked")
WINDOW_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Image:
    """The links of a photo in its three widths."""

    thumb_src: str
    src: str
    large_src: str
    thumbhash: str


class MediaLinks:
    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def image(self, photo: Photo, viewer_id: UUID, at: datetime) -> Image:
        thumb, normal, large = (self._link(str(photo.id), variant, str(viewer_id), at) for variant in VARIANTS[:3])
        return Image(thumb, normal, large, photo.thumbhash)

    def locked(self, photo: Photo, viewer_id: UUID, at: datetime) -> str:
        """The blurred variant: another file, from which the photo cannot be had back."""
        return self._link(str(photo.id), "locked", str(viewer_id), at)

    def is_genuine(self, photo_id: UUID, variant: str, viewer_id: UUID, expires: int, signature: str) -> bool:
        expected = self._sign(str(photo_id), variant, str(viewer_id), expires)
        return variant in VARIANTS and hmac.compare_digest(expected.encode(), signature.encode())

    def _link(self, photo_id: str, variant: str, viewer_id: str, at: datetime) -> str:
        # Five to ten minutes from now, on a grid, so that a page asked for again has the same links and the browser its
        # pictures.
        expires = (int(at.timestamp()) // WINDOW_SECONDS + 2) * WINDOW_SECONDS
        signature = self._sign(photo_id, variant, viewer_id, expires)
        return f"/media/{photo_id}/{variant}.webp?v={viewer_id}&e={expires}&s={signature}"

    def _sign(self, photo_id: str, variant: str, viewer_id: str, expires: int) -> str:
        digest = hmac.digest(self._key, f"media {photo_id} {variant} {viewer_id} {expires}".encode(), "sha256")
        return base64.urlsafe_b64encode(digest[:18]).decode()
