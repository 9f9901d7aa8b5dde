import hashlib
import os
import struct
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from shared import base64url
from shared.kit.core import SigningKeys

from profiles.domain.search import Count, Cursor, Filters, Position
from profiles.errors import invalid_field

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# Three positions (microseconds, id, kind), the count, the band and the score.
PLAIN = struct.Struct(">q16sBq16sBq16sBI?Bh")
# Kinds of a position. The release before knew no photos first and wrote WITH_PHOTO for every position.
NOWHERE, WITH_PHOTO, WITHOUT_PHOTO = 0, 1, 2
NONCE_BYTES = 12


class Cursors:
    """Cursors of search, encrypted and not only signed: they contain a member's time of activity."""

    def __init__(self, keys: SigningKeys) -> None:
        self._ciphers = [AESGCM(hashlib.sha256(b"bookmarks " + key).digest()) for key in keys.raw]

    def close(self, cursor: Cursor, whose: UUID | str, filters: Filters) -> str:
        plain = PLAIN.pack(
            *_packed(cursor.after),
            *_packed(cursor.window),
            *_packed(cursor.until),
            cursor.count.value,
            cursor.count.exact,
            cursor.stage,
            cursor.score,
        )
        nonce = os.urandom(NONCE_BYTES)
        sealed = self._ciphers[0].encrypt(nonce, plain, _belongs_to(whose, filters))
        return base64url.encode(nonce + sealed)

    def open(self, text: str, whose: UUID | str, filters: Filters) -> Cursor:
        """Decrypt a cursor. Raises Invalid for one that was made for another member or other filters."""
        try:
            sealed = base64url.decode(text)
        except ValueError as error:
            raise invalid_field("cursor") from error
        plain = self._decrypted(sealed, _belongs_to(whose, filters))
        *positions, value, exact, stage, score = PLAIN.unpack(plain)
        after, window, until = (_unpacked(*positions[start : start + 3]) for start in (0, 3, 6))
        return Cursor(after, Count(value, exact), stage, score, window, until)

    def _decrypted(self, sealed: bytes, belongs_to: bytes) -> bytes:
        for cipher in self._ciphers:
            with suppress(ValueError, InvalidTag):
                return cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], belongs_to)
        raise invalid_field("cursor")


def _packed(position: Position | None) -> tuple[int, bytes, int]:
    if position is None:
        return 0, bytes(16), NOWHERE
    kind = WITH_PHOTO if position.has_image else WITHOUT_PHOTO
    return (position.last_active - EPOCH) // timedelta(microseconds=1), position.id.bytes, kind


def _unpacked(micros: int, member: bytes, kind: int) -> Position | None:
    if kind == NOWHERE:
        return None
    return Position(kind == WITH_PHOTO, EPOCH + timedelta(microseconds=micros), UUID(bytes=member))


def _belongs_to(whose: UUID | str, filters: Filters) -> bytes:
    """A cursor carries the count of its search, so it opens no other."""
    # The text of the release before `Filters` was renamed, so that cursors open in both.
    return f"{whose} Asked{repr(filters).removeprefix(Filters.__name__)}{filters.added_since}".encode()
