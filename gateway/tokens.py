"""JWT authentication: the signed token in the caller's cookie, checked against identity's public keys."""

import json
from pathlib import Path
from typing import Any

from shared.public_keys import jwk, read_public_keys

ISSUER = "pairwise-identity"
AUDIENCE = "pairwise"
MEMBER = "x-pairwise-member"
MEMBER_LOCALE = "x-pairwise-member-locale"
# Enough for the calls that a page makes at once; every entry is 7 KB, and each of the gateway's threads has its own.
KEPT_TOKENS = 500

JWT_FILTER = "envoy.filters.http.jwt_authn"
JWT_TYPE = "type.googleapis.com/envoy.extensions.filters.http.jwt_authn.v3"


def key_set(public_key: Path) -> dict[str, Any]:
    """The keys of a file as a JSON Web Key Set."""
    keys = read_public_keys(public_key)
    return {"keys": [jwk(key) | {"alg": "EdDSA", "use": "sig", "kid": name} for name, key in keys.items()]}


def token_filter(public_key: Path, cookie: str) -> dict[str, Any]:
    """Closed unless a route says otherwise; the outcome of a check is kept for the latest tokens."""
    provider = {
        "issuer": ISSUER,
        "audiences": [AUDIENCE],
        "from_cookies": [cookie],
        "local_jwks": {"inline_string": json.dumps(key_set(public_key))},
        "require_expiration": True,
        "clock_skew_seconds": 5,
        # The id for the log, the language for refusals: all claims would be kept, parsed, while the request is open.
        "claim_to_headers": [
            {"header_name": MEMBER, "claim_name": "sub"},
            {"header_name": MEMBER_LOCALE, "claim_name": "locale"},
        ],
        # The route is chosen again, now that the member is known: an upload goes by it (gateway/uploads.py).
        "clear_route_cache": True,
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
