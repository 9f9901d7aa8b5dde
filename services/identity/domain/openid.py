"""A log-in at the company's OpenID provider (OpenID Connect Core 1.0, code flow with PKCE of RFC 7636)."""

import json
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from hmac import compare_digest
from typing import Any
from uuid import UUID

# From the provider's page until the browser is back.
LASTS = timedelta(minutes=15)
# From the provider's answer until the code of the authenticator app.
PROVEN_LASTS = timedelta(minutes=5)


@dataclass(frozen=True)
class OpenIdLogIn:
    """A log-in under way: the provider's page, and what its answer is compared with."""

    url: str
    state: str
    nonce: str
    verifier: str
    return_url: str


@dataclass(frozen=True)
class ProvenIdentity:
    """Who logged in at the provider. `email` is None unless the provider says that it has verified the address."""

    issuer: str
    subject: str
    email: str | None
    has_second_factor: bool


@dataclass(frozen=True)
class ProvenLogIn:
    """An account of staff whose owner has logged in at the provider, and has no session yet."""

    account_id: UUID
    issuer: str
    subject: str
    has_second_factor: bool


def stored(value: OpenIdLogIn | ProvenLogIn, at: datetime) -> bytes:
    """The content of the browser's sealed cookie."""
    until = at + (LASTS if isinstance(value, OpenIdLogIn) else PROVEN_LASTS)
    return json.dumps({**asdict(value), "until": until.isoformat()}, default=str).encode()


def restored_log_in(content: bytes, state: str, at: datetime) -> OpenIdLogIn | None:
    """The log-in that the provider's answer with this state belongs to; None for another one, or an old one."""
    found = _fresh(content, at)
    if found is None or not compare_digest(str(found.get("state", "")).encode(), state.encode()):
        return None
    return OpenIdLogIn(**found)


def restored_proof(content: bytes, at: datetime) -> ProvenLogIn | None:
    """The proof that was kept for the second factor; None for anything else, or an old one."""
    found = _fresh(content, at)
    if found is None or "account_id" not in found:
        return None
    return ProvenLogIn(**{**found, "account_id": UUID(found["account_id"])})


def _fresh(content: bytes, at: datetime) -> dict[str, Any] | None:
    found: dict[str, Any] = json.loads(content)
    return found if datetime.fromisoformat(found.pop("until")) > at else None
