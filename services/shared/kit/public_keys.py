"""The public keys that members' tokens are checked with, by their key ids.

A file holds one PEM after the other, the earliest first. During a rotation it holds two; a token names its key in
`kid`.
"""

import hashlib
import json
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

from shared.kit import base64url

PEM_END = "-----END PUBLIC KEY-----"
# The `kid` of tokens that release 0.1 signed; they are checked with the earliest key.
FIRST_KEY_ID = "identity"


def read_public_keys(file: Path) -> dict[str, Ed25519PublicKey]:
    """Raises ValueError for a file without a key or with one that is not Ed25519."""
    blocks = [f"{block}{PEM_END}\n" for block in file.read_text().split(PEM_END) if block.strip()]
    keys = [load_pem_public_key(block.encode()) for block in blocks]
    ed25519 = [key for key in keys if isinstance(key, Ed25519PublicKey)]
    if not keys or len(ed25519) != len(keys):
        raise ValueError(f"{file} must hold Ed25519 public keys")
    return {FIRST_KEY_ID: ed25519[0]} | {key_id(key): key for key in ed25519}


def jwk(key: Ed25519PublicKey) -> dict[str, str]:
    """The members of a JSON Web Key that identify it (RFC 8037)."""
    x = base64url.encode(key.public_bytes(Encoding.Raw, PublicFormat.Raw))
    return {"crv": "Ed25519", "kty": "OKP", "x": x}


def key_id(key: Ed25519PublicKey) -> str:
    """The JWK thumbprint (RFC 7638), which signer and checkers compute alike."""
    canonical = json.dumps(jwk(key), separators=(",", ":"), sort_keys=True).encode()
    return base64url.encode(hashlib.sha256(canonical).digest())
