"""Our client and the sandbox of a provider of hash lists speak one protocol, over HTTP."""

import hashlib
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from pydantic import SecretStr
from shared.kit.core import Unavailable, circuit_breaker
from standins.matcher.app import matcher_app
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
from structlog.testing import capture_logs

from profiles.clients import matcher as client
from profiles.clients.matcher import HttpPictureMatcher
from profiles.domain.hash_list import Upload, UploadKind
from profiles.settings import ProfilesSettings

KEY = "a-key-of-sixteen"
FILE = b"the file of a member"
DIGESTS = tuple(hashlib.new(kind, FILE, usedforsecurity=False).digest() for kind in ("md5", "sha1", "sha256"))
UPLOAD = Upload(UploadKind.PROFILE, b"", DIGESTS, b"RIFF")


def served(app: Starlette) -> Iterator[str]:
    with socket.socket() as listening, capture_logs():
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(5)


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[str]:
    yield from served(matcher_app(KEY, tmp_path / "known.json"))


def to(url: str, key: str = KEY) -> HttpPictureMatcher:
    settings: Any = ProfilesSettings.model_construct(picture_matcher_url=url, picture_matcher_api_key=SecretStr(key))
    return HttpPictureMatcher(settings)


@pytest.mark.parametrize("digest", DIGESTS)
def test_a_known_picture_has_the_name_of_its_list(sandbox: str, digest: bytes) -> None:
    known = {"hashes": {digest.hex(): "hotline"}}
    httpx.post(f"{sandbox}/dev/matcher/known", json=known).raise_for_status()

    assert to(sandbox).find(UPLOAD) == "matcher:hotline"


def test_another_picture_has_none(sandbox: str) -> None:
    assert to(sandbox).find(UPLOAD) is None


def test_without_a_picture_there_is_no_answer(sandbox: str) -> None:
    """As from a release that does not send it: what nobody looked at does not pass."""
    with pytest.raises(Unavailable):
        to(sandbox).find(Upload(UploadKind.UNKNOWN, b"hashes"))


def test_a_wrong_key_lets_nothing_pass(sandbox: str) -> None:
    with pytest.raises(Unavailable):
        to(sandbox, "another").find(UPLOAD)


@pytest.mark.parametrize("behaviour", [{"answers": 503}, {"answers": 429}, {"answers": 404}, {"slow_ms": 5_000}])
def test_a_provider_that_fails_lets_nothing_pass_and_is_left_alone(
    sandbox: str, behaviour: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "CONNECT_SECONDS", 0.1)
    monkeypatch.setattr(client, "READ_SECONDS", 0.1)
    provider = to(sandbox)
    httpx.post(f"{sandbox}/dev/matcher/behaviour", json=behaviour)
    for _ in range(circuit_breaker.FAILURES):
        with pytest.raises(Unavailable):
            provider.find(UPLOAD)
    provider._session.post = lambda *_, **__: pytest.fail("it was asked")  # type: ignore[method-assign]

    with pytest.raises(Unavailable):
        provider.find(UPLOAD)


@pytest.mark.parametrize(
    "answer", [[], {}, {"match": {}}, {"match": "hotline"}, {"match": {"list": "Not a name"}}, {"match": {"list": 7}}]
)
def test_an_answer_of_another_kind_lets_nothing_pass(answer: Any) -> None:
    app = Starlette(routes=[Route("/v1/matches", lambda request: JSONResponse(answer), methods=["POST"])])
    for url in served(app):
        with pytest.raises(Unavailable):
            to(url).find(UPLOAD)


def test_calls_beyond_the_room_are_refused(sandbox: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "QUEUE_SECONDS", 0.0)
    provider = to(sandbox)
    for _ in range(client.CALLS):
        provider._turns.acquire()

    with pytest.raises(Unavailable):
        provider.find(UPLOAD)
