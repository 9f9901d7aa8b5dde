"""Our client and the sandbox of the age provider speak one protocol, over HTTP."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
import uvicorn
from flask import Flask, request
from shared.kit.http.webhook_signatures import SIGNATURE_HEADER, is_signed
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from standins.age.app import age_app
from structlog.testing import capture_logs
from werkzeug.serving import make_server

from identity.clients.age_provider import HttpAgeProvider
from identity.domain.age_assurance import AgeOutcome
from identity.errors import AgeProviderUnavailable
from identity.settings import IdentitySettings

KEY = "a-key-of-sixteen"


@pytest.fixture
def received() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """The address of a merchant, and the callbacks that came there: signature and body."""
    app, came = Flask("merchant"), list[tuple[str, bytes]]()

    @app.post("/hook")
    def take() -> str:
        came.append((request.headers[SIGNATURE_HEADER], request.get_data()))
        return ""

    server = make_server("127.0.0.1", 0, app)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook", came
    server.shutdown()
    thread.join(5)


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[str]:
    with socket.socket() as listening, capture_logs():
        listening.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        app = age_app(tmp_path / "age.sqlite3", public_url=address, keys=[KEY])
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        yield address
        server.should_exit = True
        thread.join(5)


def client(keys: KeyPair, url: str, hook: str = "", key: str = KEY) -> HttpAgeProvider:
    given = environment_of(
        "identity",
        DATABASE_URL="postgresql://identity@localhost/identity",
        TOKEN_PUBLIC_KEY=str(keys.public),
        TOKEN_PRIVATE_KEY=str(keys.private),
        PUSH_PUBLIC_KEY="BOurs",
        AGE_PROVIDER_URL=url,
        AGE_PROVIDER_KEYS=key,
        AGE_PROVIDER_WEBHOOK_URL=hook,
    )
    return HttpAgeProvider(IdentitySettings.from_environment(**given))


@pytest.mark.parametrize("outcome", ["passed", "failed"])
def test_a_check_from_start_to_outcome(
    keys: KeyPair, sandbox: str, received: tuple[str, list[tuple[str, bytes]]], outcome: str
) -> None:
    hook, came = received
    provider, attempt = client(keys, sandbox, hook), uuid4()

    session = provider.start(attempt, min_age=18, return_url="http://localhost:8080/age-check", locale="en")

    assert provider.start(attempt, min_age=18, return_url="http://localhost:8080/", locale="en") == session
    assert provider.outcome(session.id, attempt) is None
    assert httpx.post(session.url, data={"outcome": outcome}).status_code == 303
    assert provider.outcome(session.id, attempt) is AgeOutcome(outcome)
    deadline = time.monotonic() + 30
    while not came and time.monotonic() < deadline:
        time.sleep(0.02)
    [(signature, body)] = came
    assert is_signed(signature, body, [KEY])
    assert not is_signed(signature, body + b" ", [KEY])


def test_a_session_of_another_attempt_is_refused(keys: KeyPair, sandbox: str) -> None:
    provider, attempt = client(keys, sandbox), uuid4()
    session = provider.start(attempt, min_age=18, return_url="http://localhost:8080/", locale="en")
    httpx.post(session.url, data={"outcome": "passed"})

    with pytest.raises(AgeProviderUnavailable):
        provider.outcome(session.id, uuid4())


@pytest.mark.parametrize("url", ["", "http://127.0.0.1:1"])
def test_without_a_provider_nothing_begins(keys: KeyPair, url: str) -> None:
    with pytest.raises(AgeProviderUnavailable):
        client(keys, url).start(uuid4(), min_age=18, return_url="http://localhost:8080/", locale="en")


def test_a_wrong_key_is_an_outage(keys: KeyPair, sandbox: str) -> None:
    with pytest.raises(AgeProviderUnavailable):
        client(keys, sandbox, key="another-key-of-sixteen").outcome("age_1", uuid4())
