"""Caller tokens of services: age, signer, and the calls that the registry allows."""

import shutil
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from shared.kit.grpc.callers import (
    LEEWAY_SECONDS,
    LIFETIME_SECONDS,
    RENEWED_BEFORE_SECONDS,
    CallerKeyError,
    CallerKeys,
    CallerPolicy,
    CallerRefused,
    CallerTokens,
    calling_service,
    fingerprint,
)
from shared.kit.testing.callers import CallerKeyPairs, make_pair

CHARGE = "/pairwise.billing.v1.WalletService/Charge"
NOW = 1_800_000_000


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> CallerKeyPairs:
    return CallerKeyPairs.make(tmp_path_factory.mktemp("callers"))


def policy(pairs: CallerKeyPairs, service: str = "billing", now: float = NOW) -> CallerPolicy:
    return CallerPolicy(service, CallerKeys(pairs.public), clock=lambda: now)


def signed(pairs: CallerKeyPairs, caller: str = "chat", key: Any = None, **changes: Any) -> str:
    """A token as `caller` would sign it, with changed claims; None leaves one out."""
    key = key or load_pem_private_key(pairs.private[caller].read_bytes(), None)
    claims = {"iss": caller, "aud": "billing", "iat": NOW, "exp": NOW + LIFETIME_SECONDS} | changes
    headers = {"kid": fingerprint(key.public_key())}
    claims = {name: value for name, value in claims.items() if value is not None}
    return "Bearer " + jwt.encode(claims, key, algorithm="EdDSA", headers=headers)


@pytest.fixture(autouse=True)
def same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyJWT compares with its own clock."""

    class Clock:
        @staticmethod
        def now(tz: Any = None) -> Any:
            from datetime import UTC, datetime

            return datetime.fromtimestamp(NOW, UTC)

    monkeypatch.setattr("jwt.api_jwt.datetime", Clock)


def refused(policy: CallerPolicy, authorization: str | None, method: str = CHARGE) -> str:
    with pytest.raises(CallerRefused) as found:
        policy.check(method, authorization)
    return found.value.reason


def test_a_service_that_asks_is_answered(pairs: CallerKeyPairs) -> None:
    tokens = CallerTokens("chat", "billing", pairs.private["chat"], clock=lambda: NOW)

    assert policy(pairs).check(CHARGE, "Bearer " + tokens()) == "chat"


def test_a_token_is_signed_once_and_renewed_before_it_ends(pairs: CallerKeyPairs) -> None:
    times = [NOW + 0.9]
    tokens = CallerTokens("chat", "billing", pairs.private["chat"], clock=lambda: times[-1])
    first = tokens()

    times.append(NOW + LIFETIME_SECONDS - RENEWED_BEFORE_SECONDS - 0.1)
    assert tokens() == first
    times.append(NOW + LIFETIME_SECONDS - RENEWED_BEFORE_SECONDS)
    assert tokens() != first


@pytest.mark.parametrize(
    ("authorization", "reason"),
    [(None, "no_token"), ("", "no_token"), ("Basic Y2hhdDo=", "no_token"), ("Bearer ", "bad_token")]
    + [(f"Bearer {text}", "bad_token") for text in ("x", "a.b.c", "..", "\x00", "e30.e30.e30")],
)
def test_nothing_and_nonsense_are_refused(pairs: CallerKeyPairs, authorization: str | None, reason: str) -> None:
    assert refused(policy(pairs), authorization) in (reason, "unknown_signer")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"aud": "identity"}, "wrong_audience"),
        ({"aud": None}, "bad_token"),
        ({"exp": None}, "bad_token"),
        ({"iat": None}, "bad_token"),
        ({"iss": None}, "bad_token"),
        ({"iss": "billing"}, "bad_token"),
        ({"iss": "profiles"}, "bad_token"),
        ({"iat": NOW - 200, "exp": NOW - 200 + LIFETIME_SECONDS}, "expired"),
        ({"iat": NOW + 200, "exp": NOW + 200 + LIFETIME_SECONDS}, "bad_token"),
        ({"exp": NOW + 10 * 365 * 86_400}, "bad_token"),
        ({"exp": "never"}, "bad_token"),
        ({"exp": [1]}, "bad_token"),
    ],
)
def test_a_claim_that_is_missing_or_wrong_is_refused(
    pairs: CallerKeyPairs, changes: dict[str, Any], reason: str
) -> None:
    assert refused(policy(pairs), signed(pairs, **changes)) == reason


def test_an_unknown_signer_is_refused_also_when_it_names_a_known_key(pairs: CallerKeyPairs) -> None:
    stranger = Ed25519PrivateKey.generate()
    chat = load_pem_private_key(pairs.private["chat"].read_bytes(), None)
    assert isinstance(chat, Ed25519PrivateKey)
    claims = {"iss": "chat", "aud": "billing", "iat": NOW, "exp": NOW + LIFETIME_SECONDS}
    forged = jwt.encode(claims, stranger, algorithm="EdDSA", headers={"kid": fingerprint(chat.public_key())})

    assert refused(policy(pairs), signed(pairs, key=stranger)) == "unknown_signer"
    assert refused(policy(pairs), f"Bearer {forged}") == "bad_token"


def test_another_algorithm_is_refused(pairs: CallerKeyPairs) -> None:
    claims = {"iss": "chat", "aud": "billing", "iat": NOW, "exp": NOW + LIFETIME_SECONDS}
    chat = load_pem_private_key(pairs.private["chat"].read_bytes(), None)
    assert isinstance(chat, Ed25519PrivateKey)
    headers = {"kid": fingerprint(chat.public_key())}
    shared = jwt.encode(claims, "a secret that anybody could choose", algorithm="HS256", headers=headers)
    unsigned = jwt.encode(claims, "", algorithm="none", headers=headers)

    assert refused(policy(pairs), f"Bearer {shared}") == "bad_token"
    assert refused(policy(pairs), f"Bearer {unsigned}") == "bad_token"


def test_a_remembered_token_ends_with_its_age(pairs: CallerKeyPairs) -> None:
    times = [float(NOW)]
    checked = CallerPolicy("billing", CallerKeys(pairs.public), clock=lambda: times[-1])
    token = signed(pairs)
    assert checked.check(CHARGE, token) == "chat"

    times.append(NOW + LIFETIME_SECONDS + LEEWAY_SECONDS)
    assert checked.check(CHARGE, token) == "chat"
    times.append(NOW + LIFETIME_SECONDS + LEEWAY_SECONDS + 1)
    assert refused(checked, token) == "expired"


@pytest.mark.parametrize(
    "method",
    [
        "/pairwise.billing.v1.WalletService/Refund",
        "/pairwise.identity.v1.AccountService/GetContact",
        "/pairwise.billing.v1.WalletService/Charge/",
        "pairwise.billing.v1.WalletService/Charge",
        "/billing.v1.WalletService/Charge",
        "/",
        "",
    ],
)
def test_a_method_the_registry_does_not_name_is_not_allowed(pairs: CallerKeyPairs, method: str) -> None:
    assert refused(policy(pairs), signed(pairs), method) == "not_allowed"


def test_during_a_rotation_both_keys_of_a_service_are_good(pairs: CallerKeyPairs, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(pairs.public, tmp_path / "callers"))
    following = make_pair(tmp_path / "chat-private.pem", folder / "chat.next.pem")
    checked = CallerPolicy("billing", CallerKeys(folder), clock=lambda: NOW)

    for private in (pairs.private["chat"], following):
        assert (
            checked.check(CHARGE, "Bearer " + CallerTokens("chat", "billing", private, clock=lambda: NOW)()) == "chat"
        )


def test_a_folder_of_keys_is_whole_or_the_process_stops(pairs: CallerKeyPairs, tmp_path: Path) -> None:
    def folder(name: str, file: str, content: bytes) -> Path:
        changed = Path(shutil.copytree(pairs.public, tmp_path / name))
        (changed / file).write_bytes(content)
        return changed

    (tmp_path / "empty").mkdir()
    chat = (pairs.public / "chat.pem").read_bytes()
    wrong = [
        tmp_path / "empty",
        folder("damaged", "chat.pem", b"-----BEGIN PUBLIC KEY-----\n"),
        folder("unknown", "mallory.pem", chat),
        folder("shared", "likes.pem", chat),
        folder("private", "chat.pem", pairs.private["chat"].read_bytes()),
    ]
    for each in wrong:
        with pytest.raises(CallerKeyError):
            CallerKeys(each)


def test_nobody_calls_outside_a_call() -> None:
    assert calling_service() is None
