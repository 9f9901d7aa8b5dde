"""Who is asking: the signed token in the caller's cookie, checked against identity's public key."""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

ISSUER = "pairwise-identity"
AUDIENCE = "pairwise"
MEMBER = "x-pairwise-member"
# Enough for the calls that a page makes at once; every entry is 7 KB, and each of the gateway's threads has its own.
KEPT_TOKENS = 500

JWT_FILTER = "envoy.filters.http.jwt_authn"
JWT_TYPE = "type.googleapis.com/envoy.extensions.filters.http.jwt_authn.v3"


def key_set(public_key: Path, key_id: str | None = None) -> dict[str, Any]:
    """The key as a JSON Web Key Set. Without a key id, tokens match by trying."""
    key = load_pem_public_key(public_key.read_bytes())
    if not isinstance(key, Ed25519PublicKey):
        raise ValueError(f"{public_key} is not an Ed25519 public key")
    x = base64.urlsafe_b64encode(key.public_bytes(Encoding.Raw, PublicFormat.Raw)).rstrip(b"=").decode()
    entry = {"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "x": x}
    return {"keys": [entry | ({"kid": key_id} if key_id else {})]}


def fingerprint(public_key: Path) -> str:
    return hashlib.sha256(public_key.read_bytes()).hexdigest()[:16]


def token_filter(public_key: Path, key_id: str | None, cookie: str) -> dict[str, Any]:
    """Closed unless a route says otherwise; the outcome of a check is kept for the latest tokens."""
    provider = {
        "issuer": ISSUER,
        "audiences": [AUDIENCE],
        "from_cookies": [cookie],
        "local_jwks": {"inline_string": json.dumps(key_set(public_key, key_id))},
        "require_expiration": True,
        "clock_skew_seconds": 5,
        # The id alone, for the log: all claims would be kept, parsed, as long as the request is open.
        "claim_to_headers": [{"header_name": MEMBER, "claim_name": "sub"}],
        "jwt_cache_config": {"jwt_cache_size": KEPT_TOKENS},
    }
    return {
        "name": JWT_FILTER,
        "typed_config": {
            "@type": f"{JWT_TYPE}.JwtAuthentication",
            "providers": {"identity": provider},
            "requirement_map": {"member": {"provider_name": "identity"}},
            "rules": [{"match": {"prefix": "/"}, "requirement_name": "member"}],
        },
    }


def for_route(needs_token: bool) -> dict[str, Any]:
    """Premium is not judged here: a token may be ten minutes old, and the service knows better."""
    who = {"requirement_name": "member"} if needs_token else {"disabled": True}
    return {JWT_FILTER: {"@type": f"{JWT_TYPE}.PerRouteConfig", **who}}
