"""Probes of the gateway: alive as soon as it answers, ready while visitors can connect."""

from pathlib import Path

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from runner.ports import free_ports

from gateway.tests.conftest import running_gateway
from gateway.tests.test_tracing import eventually


@pytest.fixture
def health() -> str:
    return f"127.0.0.1:{next(free_ports())}"


def answer(health: str, probe: str) -> int | None:
    try:
        return httpx.get(f"http://{health}/health/{probe}").status_code
    except httpx.TransportError:
        return None


def test_a_gateway_that_takes_connections_is_ready(
    tmp_path: Path, echo: str, public_key: Path, private_key: Ed25519PrivateKey, health: str
) -> None:
    with running_gateway(tmp_path, echo, public_key, private_key, health=health) as gateway:
        eventually(lambda: answer(health, "ready") == 200)

        assert gateway.client.get("/health/ready").json()["path"] == "/health/ready", "it is the web app's path there"


def test_a_gateway_whose_public_listener_was_refused_is_alive_and_not_ready(
    tmp_path: Path, echo: str, public_key: Path, private_key: Ed25519PrivateKey, health: str
) -> None:
    no_file = tmp_path / "missing" / "access.log"

    with running_gateway(tmp_path, echo, public_key, private_key, health=health, access_log=no_file):
        eventually(lambda: answer(health, "live") == 200)

        assert answer(health, "ready") == 503
