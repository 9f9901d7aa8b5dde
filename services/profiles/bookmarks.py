import base64
import hashlib
import os
import struct
from datetime import UTC, datetime, timedelta
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from profiles.domain.search import Asked, Bookmark, Count, Position
from profiles.errors import invalid_field

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
PLAIN = struct.Struct(">q16sI?")
NONCE_BYTES = 12


class Bookmarks:
    """Cursors of search. Closed, not only signed: they hold to the microsecond when someone was last active."""

    def __init__(self, key: str) -> None:
        self._cipher = AESGCM(hashlib.sha256(b"bookmarks " + key.encode()).digest())

    def close(self, bookmark: Bookmark, viewer_id: UUID, asked: Asked) -> str:
        micros = (bookmark.after.last_active - EPOCH) // timedelta(microseconds=1)
        plain = PLAIN.pack(micros, bookmark.after.id.bytes, bookmark.count.value, bookmark.count.exact)
        nonce = os.urandom(NONCE_BYTES)
        sealed = self._cipher.encrypt(nonce, plain, _belongs_to(viewer_id, asked))
        return base64.urlsafe_b64encode(nonce + sealed).decode()

    def open(self, text: str, viewer_id: UUID, asked: Asked) -> Bookmark:
        """Raises Invalid for anything this viewer was not given for this search."""
        try:
            sealed = base64.b64decode(text, altchars=b"-_", validate=True)
            plain = self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], _belongs_to(viewer_id, asked))
        except (ValueError, InvalidTag) as error:
            raise invalid_field("cursor") from error
        micros, member, value, exact = PLAIN.unpack(plain)
        return Bookmark(Position(EPOCH + timedelta(microseconds=micros), UUID(bytes=member)), Count(value, exact))


def _belongs_to(viewer_id: UUID, asked: Asked) -> bytes:
    """A bookmark carries the count of its search, so it opens no other."""
    return f"{viewer_id} {asked}".encode()
