"""The public keys that members' tokens are checked with, by their key ids, as the 32 bytes of Ed25519 (RFC 8032).

A file holds one PEM after the other, the earliest first. During a rotation it holds two; a token names its key in
`kid`. The gateway's image has no cryptographic library, so this module imports none.
"""

import hashlib
import json
from base64 import b64decode
from pathlib import Path

from shared import base64url

PEM_BEGIN = "-----BEGIN PUBLIC KEY-----"
PEM_END = "-----END PUBLIC KEY-----"
# What DER has before the key itself (RFC 8410, section 4); there is no other encoding of it.
ED25519_PREFIX = bytes.fromhex("302a300506032b6570032100")
KEY_BYTES = 32


def read_public_keys(file: Path) -> dict[str, bytes]:
    """Raises ValueError for a file without a key or with one that is not Ed25519."""
    keys = [_key(block) for block in file.read_text().split(PEM_END) if block.strip()]
    ed25519 = [key for key in keys if key]
    if not keys or len(ed25519) != len(keys):
        raise ValueError(f"{file} must hold Ed25519 public keys")
    return {key_id(key): key for key in ed25519}


def _key(pem: str) -> bytes | None:
    """The key of one PEM without its last line; None if it is none of Ed25519."""
    head, _, body = pem.partition(PEM_BEGIN)
    try:
        der = b64decode("".join(body.split()), validate=True)
    except ValueError:
        return None
    is_ed25519 = not head.strip() and der.startswith(ED25519_PREFIX) and len(der) == len(ED25519_PREFIX) + KEY_BYTES
    return der.removeprefix(ED25519_PREFIX) if is_ed25519 else None


def jwk(key: bytes) -> dict[str, str]:
    """The members of a JSON Web Key that identify it (RFC 8037)."""
    return {"crv": "Ed25519", "kty": "OKP", "x": base64url.encode(key)}


def key_id(key: bytes) -> str:
    """The JWK thumbprint (RFC 7638), which signer and checkers compute alike."""
    canonical = json.dumps(jwk(key), separators=(",", ":"), sort_keys=True).encode()
    return base64url.encode(hashlib.sha256(canonical).digest())
