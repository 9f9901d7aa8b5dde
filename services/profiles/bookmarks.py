import base64
import hashlib
import os
import struct
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from servicekit.keys import SigningKeys

from profiles.domain.search import Asked, Bookmark, Count, Position
from profiles.errors import invalid_field

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# Three positions (microseconds and id, each with whether it is there), the count, the band and the fit.
PLAIN = struct.Struct(">q16s?q16s?q16s?I?Bh")
NONCE_BYTES = 12


class Bookmarks:
    """Cursors of search. Closed, not only signed: they hold where in the order of activity someone stands."""

    def __init__(self, keys: SigningKeys) -> None:
        self._ciphers = [AESGCM(hashlib.sha256(b"bookmarks " + key).digest()) for key in keys.raw]

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
        sealed = self._ciphers[0].encrypt(nonce, plain, _belongs_to(whose, asked))
        return base64.urlsafe_b64encode(nonce + sealed).decode()

    def open(self, text: str, whose: UUID | str, asked: Asked) -> Bookmark:
        """Raises Invalid for anything that `whose` was not given for this search."""
        try:
            sealed = base64.b64decode(text, altchars=b"-_", validate=True)
        except ValueError as error:
            raise invalid_field("cursor") from error
        plain = self._decrypted(sealed, _belongs_to(whose, asked))
        *positions, value, exact, stage, score = PLAIN.unpack(plain)
        after, window, until = (_unpacked(*positions[start : start + 3]) for start in (0, 3, 6))
        return Bookmark(after, Count(value, exact), stage, score, window, until)

    def _decrypted(self, sealed: bytes, belongs_to: bytes) -> bytes:
        for cipher in self._ciphers:
            with suppress(ValueError, InvalidTag):
                return cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], belongs_to)
        raise invalid_field("cursor")


def _packed(position: Position | None) -> tuple[int, bytes, bool]:
    if position is None:
        return 0, bytes(16), False
    return (position.last_active - EPOCH) // timedelta(microseconds=1), position.id.bytes, True


def _unpacked(micros: int, member: bytes, is_there: bool) -> Position | None:
    return Position(EPOCH + timedelta(microseconds=micros), UUID(bytes=member)) if is_there else None


def _belongs_to(whose: UUID | str, asked: Asked) -> bytes:
    """A bookmark carries the count of its search, so it opens no other."""
    return f"{whose} {asked}".encode()
