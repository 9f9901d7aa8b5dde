"""Links to blurred photos that do not say whose they are: the photo's id is closed inside, not only signed."""

import base64
import hashlib
import hmac
import struct
from contextlib import suppress
from datetime import datetime
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from servicekit.keys import SigningKeys

PLAIN = struct.Struct(">16sq")
NONCE_BYTES = 12
WINDOW_SECONDS = 600


class VeiledLinks:
    def __init__(self, keys: SigningKeys) -> None:
        self._nonces = hashlib.sha256(b"veiled nonces " + keys.raw[0]).digest()
        self._ciphers = [AESGCM(hashlib.sha256(b"veiled " + key).digest()) for key in keys.raw]

    def link(self, photo_id: UUID, viewer_id: UUID, at: datetime) -> str:
        """For this viewer, and ten to twenty minutes: the same link meanwhile, so that browsers keep the picture."""
        plain = PLAIN.pack(photo_id.bytes, (int(at.timestamp()) // WINDOW_SECONDS + 2) * WINDOW_SECONDS)
        # Made of what it closes, so that the same content has the same link and no nonce comes twice otherwise.
        nonce = hmac.digest(self._nonces, viewer_id.bytes + plain, "sha256")[:NONCE_BYTES]
        sealed = nonce + self._ciphers[0].encrypt(nonce, plain, viewer_id.bytes)
        return f"/media/veiled/{base64.urlsafe_b64encode(sealed).decode().rstrip('=')}.webp"

    def open(self, token: str, viewer_id: UUID) -> tuple[UUID, int] | None:
        """The photo and when the link ends; None for whatever was not given to this viewer."""
        try:
            sealed = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
        except ValueError:
            return None
        for cipher in self._ciphers:
            with suppress(ValueError, InvalidTag, struct.error):
                plain = cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], viewer_id.bytes)
                photo, expires = PLAIN.unpack(plain)
                return UUID(bytes=photo), expires
        return None
