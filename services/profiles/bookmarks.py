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
# Three positions (microseconds and id, each with whether it is there), the count, the band and the fit.
PLAIN = struct.Struct(">q16s?q16s?q16s?I?Bh")
NONCE_BYTES = 12


class Bookmarks:
    """Cursors of search. Closed, not only signed: they hold to the microsecond when someone was last active."""

    def __init__(self, key: str) -> None:
        self._cipher = AESGCM(hashlib.sha256(b"bookmarks " + key.encode()).digest())

    def close(self, bookmark: Bookmark, whose: UUID | str, asked: Asked) -> str:
        plain = PLAIN.pack(
            *_packed(bookmark.after),
            *_packed(bookmark.window),
            *_packed(bookmark.until),
            bookmark.count.value,
            bookmark.count.exact,
            bookmark.stage,
            bookmark.score,
        )
        nonce = os.urandom(NONCE_BYTES)
        sealed = self._cipher.encrypt(nonce, plain, _belongs_to(whose, asked))
        return base64.urlsafe_b64encode(nonce + sealed).decode()

    def open(self, text: str, whose: UUID | str, asked: Asked) -> Bookmark:
        """Raises Invalid for anything that `whose` was not given for this search."""
        try:
            sealed = base64.b64decode(text, altchars=b"-_", validate=True)
            plain = self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], _belongs_to(whose, asked))
        except (ValueError, InvalidTag) as error:
            raise invalid_field("cursor") from error
        *positions, value, exact, stage, score = PLAIN.unpack(plain)
        after, window, until = (_unpacked(*positions[start : start + 3]) for start in (0, 3, 6))
        return Bookmark(after, Count(value, exact), stage, score, window, until)


def _packed(position: Position | None) -> tuple[int, bytes, bool]:
    if position is None:
        return 0, bytes(16), False
    return (position.last_active - EPOCH) // timedelta(microseconds=1), position.id.bytes, True


def _unpacked(micros: int, member: bytes, is_there: bool) -> Position | None:
    return Position(EPOCH + timedelta(microseconds=micros), UUID(bytes=member)) if is_there else None


def _belongs_to(whose: UUID | str, asked: Asked) -> bytes:
    """A bookmark carries the count of its search, so it opens no other."""
    return f"{whose} {asked}".encode()
