"""Links to pictures: each for one viewer, one variant and a short time, signed so that none can be made up."""

import base64
import hmac
import re
from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from pictures.store import VARIANTS

WINDOW_SECONDS = 300
EXPIRES = re.compile(r"[0-9]{1,11}", re.ASCII)


class PictureLinks:
    def __init__(self, key: str, root: str) -> None:
        self._key, self._root = key.encode(), root

    def link(self, picture_id: UUID, variant: str, viewer_id: UUID, at: datetime) -> str:
        # Five to ten minutes from now, on a grid, so that a page asked for again has the same links and the browser its
        # pictures.
        expires = (int(at.timestamp()) // WINDOW_SECONDS + 2) * WINDOW_SECONDS
        signature = self._sign(picture_id, variant, viewer_id, expires)
        return f"/{self._root}/{picture_id}/{variant}.webp?v={viewer_id}&e={expires}&s={signature}"

    def is_genuine(self, picture_id: UUID, variant: str, viewer_id: UUID, expires: int, signature: str) -> bool:
        expected = self._sign(picture_id, variant, viewer_id, expires)
        return variant in VARIANTS and hmac.compare_digest(expected.encode(), signature.encode())

    def expiry_of(self, picture_id: UUID, variant: str, viewer_id: UUID, query: Mapping[str, str]) -> int | None:
        """When a link that was made for this viewer runs out; None for any other."""
        expires = query.get("e", "")
        if query.get("v") != str(viewer_id) or not EXPIRES.fullmatch(expires):
            return None
        is_genuine = self.is_genuine(picture_id, variant, viewer_id, int(expires), query.get("s", ""))
        return int(expires) if is_genuine else None

    def _sign(self, picture_id: UUID, variant: str, viewer_id: UUID, expires: int) -> str:
        signed = f"{self._root} {picture_id} {variant} {viewer_id} {expires}".encode()
        return base64.urlsafe_b64encode(hmac.digest(self._key, signed, "sha256")[:18]).decode()
