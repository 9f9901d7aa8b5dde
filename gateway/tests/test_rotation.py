"""The token key is replaced while members use the site, and nobody is turned away."""

import time
from pathlib import Path

import httpx
import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from shared.public_keys import key_id

from gateway.envoy import write
from gateway.tests.conftest import TIMEOUT_SECONDS, running_gateway
from gateway.tests.visitors import ASKED, Visitors


def pem(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def token(key: Ed25519PrivateKey) -> str:
    now = int(time.time())
    claims = {
        "sub": "m", "sid": "s", "iss": "pairwise-identity", "aud": "pairwise", "iat": now, "exp": now + 600,
    }  # fmt: skip
    return jwt.encode(claims, key, "EdDSA", headers={"kid": key_id(key.public_key().public_bytes_raw())})


def test_nobody_is_turned_away_while_the_token_key_is_replaced(echo: str, tmp_path: Path) -> None:
    old, new = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    public = tmp_path / "token-public.pem"
    public.write_text(pem(old))
    with running_gateway(tmp_path, echo, public, old) as gateway:
        assert status_for(gateway.client, token(new)) == 403
        visitors = Visitors(str(gateway.client.base_url))
        visitors.token = token(old)
        visitors.start()
        try:
            visitors.wait_for_more()
            public.write_text(pem(old) + pem(new))
            write(gateway.settings, tmp_path / "envoy.json")
            wait_until(gateway.client, token(new), 200)
            visitors.wait_for_more()
            visitors.token = token(new)
            visitors.wait_for_more()
            public.write_text(pem(new))
            write(gateway.settings, tmp_path / "envoy.json")
            wait_until(gateway.client, token(old), 403)
            visitors.wait_for_more()
        finally:
            visitors.stop()

    assert visitors.failures == []


def status_for(client: httpx.Client, bearer: str) -> int:
    return httpx.get(f"{client.base_url}{ASKED}", headers={"cookie": f"token={bearer}"}, timeout=60).status_code


def wait_until(client: httpx.Client, bearer: str, status: int) -> None:
    """Envoy takes notice of the new configuration by itself, a moment after it was written."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while status_for(client, bearer) != status:
        assert time.monotonic() < deadline, "Envoy never took the new keys"
        time.sleep(0.05)
