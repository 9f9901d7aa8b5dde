"""Service identity in gRPC: the caller signs a short-lived token, the callee verifies it and checks the registry.

A caller's token is a JWT in the metadata `authorization: Bearer`, signed by the Ed25519 key of the calling service:
`iss` the calling service, `aud` the called one, `kid` the key's fingerprint, `exp` sixty seconds after `iat`. It
proves the calling service and is not bound to a method; `asks` in services/registry.yaml lists the methods each
service may call. docs/decisions/0020-internal-access.md has the reasons, docs/internal-access.md the matrix.
"""

import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)
from jwt.exceptions import ExpiredSignatureError, InvalidAudienceError, PyJWTError

from shared import base64url
from shared.kit.db.previous_release import ANSWERED
from shared.registry.services import services

ALGORITHM = "EdDSA"
METADATA_KEY, SCHEME = "authorization", "Bearer "
LIFETIME_SECONDS = 60
# Renewed this long before it expires, which is longer than any call with its retries.
RENEWED_BEFORE_SECONDS = 20
# The clock skew allowed between two nodes.
LEEWAY_SECONDS = 30
METHOD = re.compile(r"/pairwise\.(?P<service>[a-z]+)\.v\d+\.(?P<rpc>[A-Za-z]+/[A-Za-z]+)")


class CallerKeyError(ValueError):
    """A key file that is no Ed25519 key in PEM, or belongs to no service. The message names the file."""


class CallerRefused(Exception):
    """A refused call. `caller` is None unless the token proves the calling service."""

    def __init__(self, reason: str, caller: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.caller = reason, caller


def fingerprint(key: Ed25519PublicKey) -> str:
    """The `kid` of a key: 128 bits of the SHA-256 of its 32 bytes, base64url."""
    digest = sha256(key.public_bytes(Encoding.Raw, PublicFormat.Raw)).digest()
    return base64url.encode(digest[:16])


class CallerTokens:
    """Signs the tokens that prove the calling service to the called one."""

    def __init__(self, service: str, audience: str, private_key: Path, clock: Callable[[], float] = time.time) -> None:
        key = load_pem_private_key(private_key.read_bytes(), None)
        if not isinstance(key, Ed25519PrivateKey):
            raise CallerKeyError(f"{private_key} is not an Ed25519 key")
        self._service, self._audience, self._key, self._clock = service, audience, key, clock
        self._headers = {"kid": fingerprint(key.public_key())}
        self._token, self._renewed_at = "", float("-inf")
        self._lock = threading.Lock()

    def __call__(self) -> str:
        """A token valid for at least RENEWED_BEFORE_SECONDS: the same string until it has to be renewed."""
        if self._clock() >= self._renewed_at:
            with self._lock:
                now = self._clock()
                if now >= self._renewed_at:
                    self._token = self._sign(int(now))
                    self._renewed_at = int(now) + LIFETIME_SECONDS - RENEWED_BEFORE_SECONDS
        return self._token

    def _sign(self, now: int) -> str:
        claims = {"iss": self._service, "aud": self._audience, "iat": now, "exp": now + LIFETIME_SECONDS}
        return jwt.encode(claims, self._key, algorithm=ALGORITHM, headers=self._headers)


class CallerKeys:
    """The public keys of all services, from a folder of PEM files: `chat.pem`, during a rotation also `chat.next.pem`.

    The file's name up to the first dot is the service. Raises CallerKeyError for any other file, and for two
    services with the same key.
    """

    def __init__(self, folder: Path) -> None:
        self._keys: dict[str, tuple[str, Ed25519PublicKey]] = {}
        known = {service.name for service in services()}
        for file in sorted(folder.glob("*.pem")):
            service, key = file.name.split(".")[0], _public_key(file)
            kid = fingerprint(key)
            if service not in known or self._keys.get(kid, (service,))[0] != service:
                raise CallerKeyError(f"{file} is not the key of one service")
            self._keys[kid] = service, key
        if not self._keys:
            raise CallerKeyError(f"{folder} holds no key")

    def find(self, kid: object) -> tuple[str, Ed25519PublicKey] | None:
        """The service whose key has this fingerprint, and the key."""
        return self._keys.get(kid) if isinstance(kid, str) else None


def _public_key(file: Path) -> Ed25519PublicKey:
    try:
        key = load_pem_public_key(file.read_bytes())
    except ValueError as error:
        raise CallerKeyError(f"{file} is not a public key in PEM") from error
    if not isinstance(key, Ed25519PublicKey):
        raise CallerKeyError(f"{file} is not an Ed25519 key")
    return key


@dataclass(frozen=True)
class _Verified:
    caller: str
    expires_at: float


class CallerPolicy:
    """Authorizes calls by the caller's token and by `allowed`, the methods each service may call.

    Verified tokens are kept in an LRU cache, so that a signature is verified once; expiry is checked at every call.
    """

    def __init__(
        self,
        service: str,
        keys: CallerKeys,
        allowed: Mapping[str, frozenset[str]] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._service, self._keys, self._clock = service, keys, clock
        self._allowed = methods_others_may_call(service) if allowed is None else allowed
        self._verify = lru_cache(maxsize=256)(self._verify_signature)

    def check(self, method: str, authorization: str | None) -> str:
        """The calling service. `method` is gRPC's path, `/pairwise.chat.v1.SendService/SettleSend`.

        Raises CallerRefused: without `caller` when the token proves nothing (no_token, bad_token, unknown_signer,
        wrong_audience, expired), with it when that service may not call this method (not_allowed).
        """
        if not authorization or not authorization.startswith(SCHEME):
            raise CallerRefused("no_token")
        verified = self._verify(authorization[len(SCHEME) :])
        if verified.expires_at + LEEWAY_SECONDS < self._clock():
            raise CallerRefused("expired")
        if _name_of(method, self._service) not in self._allowed.get(verified.caller, ()):
            raise CallerRefused("not_allowed", verified.caller)
        return verified.caller

    def _verify_signature(self, token: str) -> _Verified:
        try:
            found = self._keys.find(jwt.get_unverified_header(token).get("kid"))
            if found is None:
                raise CallerRefused("unknown_signer")
            caller, key = found
            claims = jwt.decode(
                token,
                key,
                algorithms=[ALGORITHM],
                issuer=caller,
                audience=self._service,
                leeway=LEEWAY_SECONDS,
                options={"require": ["iss", "aud", "iat", "exp"]},
            )
            # A key that leaked once must not have signed a token for years.
            if claims["exp"] - claims["iat"] > LIFETIME_SECONDS:
                raise CallerRefused("bad_token")
        except ExpiredSignatureError as error:
            raise CallerRefused("expired") from error
        except InvalidAudienceError as error:
            raise CallerRefused("wrong_audience") from error
        except (PyJWTError, ValueError, TypeError, OverflowError) as error:
            raise CallerRefused("bad_token") from error
        return _Verified(caller, float(claims["exp"]))


def methods_others_may_call(service: str) -> Mapping[str, frozenset[str]]:
    """`{"chat": {"WalletService.Charge", ...}, ...}` for billing, from the registry."""
    still = ANSWERED.get(service, frozenset())
    return {other.name: still.union(other.asks[service]) for other in services() if service in other.asks}


@lru_cache(maxsize=256)
def _name_of(method: str, service: str) -> str | None:
    """`SendService.SettleSend` for a method of this service; None for any other path."""
    found = METHOD.fullmatch(method)
    return found["rpc"].replace("/", ".") if found and found["service"] == service else None


_calling_service: ContextVar[str | None] = ContextVar("calling_service", default=None)


@contextmanager
def called_by(service: str | None) -> Iterator[None]:
    """While the block runs, `calling_service()` is this one."""
    token = _calling_service.set(service)
    try:
        yield
    finally:
        _calling_service.reset(token)


def calling_service() -> str | None:
    """The verified caller of the gRPC method that runs; None where callers are not checked."""
    return _calling_service.get()
