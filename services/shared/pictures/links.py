"""Signed links to pictures and recordings, each for one viewer, one variant and a short time (HMAC)."""

import binascii
import hmac
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from shared.kit.core import SigningKeys
from shared.pictures.store import STORED, file_name

WINDOW_SECONDS = 300
URL_SAFE = bytes.maketrans(b"+/", b"-_")
EXPIRES = re.compile(r"[0-9]{1,11}", re.ASCII)


class PictureLinks:
    def __init__(self, keys: SigningKeys, root: str) -> None:
        self._keys, self._root = keys, root

    def link(self, picture_id: UUID, variant: str, viewer_id: UUID, at: datetime) -> str:
        """A link to a variant for one viewer, valid for five to ten minutes from `at`."""
        # Expires in five to ten minutes, rounded to a grid: a page loaded again has the same links, and its pictures
        # come from the browser's cache.
        (link,) = self.links(picture_id, (variant,), viewer_id, at)
        return link

    def links(self, picture_id: UUID, variants: Sequence[str], viewer_id: UUID, at: datetime) -> list[str]:
        """The link of each variant: a page of search has 72, and most of their time is that of writing the two ids."""
        expires = (int(at.timestamp()) // WINDOW_SECONDS + 2) * WINDOW_SECONDS
        picture, viewer = str(picture_id), str(viewer_id)
        return [self._until(expires, picture, variant, viewer) for variant in variants]

    def until(self, expires: int, picture_id: UUID, variant: str, viewer_id: UUID) -> str:
        """The link that expires at this time (epoch seconds)."""
        return self._until(expires, str(picture_id), variant, str(viewer_id))

    def _until(self, expires: int, picture: str, variant: str, viewer: str) -> str:
        signature = _text(self._keys.sign(self._signed(picture, variant, viewer, expires)))
        return f"/{self._root}/{picture}/{file_name(variant)}?v={viewer}&e={expires}&s={signature}"

    def is_genuine(self, picture_id: UUID, variant: str, viewer_id: UUID, expires: int, signature: str) -> bool:
        """Whether a key of the ring signed this link to a variant that is stored; its expiry is not checked."""
        genuine = self._keys.every_signature(self._signed(str(picture_id), variant, str(viewer_id), expires))
        return variant in STORED and any(
            hmac.compare_digest(_text(each).encode(), signature.encode()) for each in genuine
        )

    def expiry_of(self, picture_id: UUID, variant: str, viewer_id: UUID, query: Mapping[str, str]) -> int | None:
        """The expiry (epoch seconds) of a genuine link of this viewer; None for any other."""
        expires = query.get("e", "")
        if query.get("v") != str(viewer_id) or not EXPIRES.fullmatch(expires):
            return None
        is_genuine = self.is_genuine(picture_id, variant, viewer_id, int(expires), query.get("s", ""))
        return int(expires) if is_genuine else None

    def _signed(self, picture: str, variant: str, viewer: str, expires: int) -> bytes:
        return f"{self._root} {picture} {variant} {viewer} {expires}".encode()


def _text(signature: bytes) -> str:
    # As `urlsafe_b64encode`, which copies its result once more.
    return binascii.b2a_base64(signature[:18], newline=False).translate(URL_SAFE).decode("ascii")
