"""Links to blurred photos that do not reveal the member: the photo's id is encrypted, not only signed."""

import hashlib
import hmac
import struct
from contextlib import suppress
from datetime import datetime
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from shared import base64url
from shared.kit.core import SigningKeys

PLAIN = struct.Struct(">16sq")
NONCE_BYTES = 12
WINDOW_SECONDS = 600


class BlurredLinks:
    def __init__(self, keys: SigningKeys) -> None:
        self._nonces = hashlib.sha256(b"veiled nonces " + keys.raw[0]).digest()
        self._ciphers = [AESGCM(hashlib.sha256(b"veiled " + key).digest()) for key in keys.raw]

    def link(self, photo_id: UUID, viewer_id: UUID, at: datetime) -> str:
        """Make a link for this viewer, valid for 10 to 20 minutes and the same for 10, so that browsers cache it."""
        plain = PLAIN.pack(photo_id.bytes, (int(at.timestamp()) // WINDOW_SECONDS + 2) * WINDOW_SECONDS)
        # Derived from the plaintext: equal content gives an equal link, and no nonce is used for two plaintexts.
        nonce = hmac.digest(self._nonces, viewer_id.bytes + plain, "sha256")[:NONCE_BYTES]
        sealed = nonce + self._ciphers[0].encrypt(nonce, plain, viewer_id.bytes)
        return f"/media/veiled/{base64url.encode(sealed)}.webp"

    def open(self, token: str, viewer_id: UUID) -> tuple[UUID, int] | None:
        """Return the photo's id and the expiry (Unix time); None for a link that was not made for this viewer."""
        try:
            sealed = base64url.decode(token)
        except ValueError:
            return None
        for cipher in self._ciphers:
            with suppress(ValueError, InvalidTag, struct.error):
                plain = cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], viewer_id.bytes)
                photo, expires = PLAIN.unpack(plain)
                return UUID(bytes=photo), expires
        return None
