"""Our client and the sandbox of the translation service speak one protocol, over HTTP."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
import uvicorn
from chat.clients import translator as client
from chat.clients.translator import CALLS, CALLS_OF_ONE, LibreTranslate
from chat.errors import NotTranslatable, TranslatorUnavailable
from chat.ports import Translation
from chat.settings import ChatSettings
from pydantic import SecretStr
from shared.kit.core import circuit_breaker
from standins.translator.app import translator_app
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
from structlog.testing import capture_logs

KEY, MANY = "a-key-of-sixteen", CALLS + 3


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
def sandbox() -> Iterator[str]:
    yield from served(translator_app(KEY))


def to(url: str, key: str = KEY) -> LibreTranslate:
    return LibreTranslate(ChatSettings.model_construct(translator_url=url, translator_api_key=SecretStr(key)))


def translate(service: LibreTranslate, text: str, source: str | None = None) -> Translation:
    return asyncio.run(service.translate(text, reader_id=uuid4(), source=source, target="en"))


def test_a_text_comes_back_with_its_language(sandbox: str) -> None:
    service = to(sandbox)
    assert translate(service, "Wat doe je?") == Translation("[en] Wat doe je?", "nl")
    assert translate(service, "Hoi", "nl") == Translation("[en] Hoi", None)


def test_a_language_that_the_service_does_not_have_is_no_outage(sandbox: str) -> None:
    service = to(sandbox)
    for _ in range(circuit_breaker.FAILURES + 1):
        with pytest.raises(NotTranslatable):
            translate(service, "こんにちは", "ja")
    assert translate(service, "Hoi", "nl").text


@pytest.mark.parametrize("behaviour", [{"answers": 500}, {"slow_ms": 5_000}])
def test_one_text_that_the_service_fails_on_is_no_outage(
    sandbox: str, behaviour: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    service, read_seconds = to(sandbox), client.READ_SECONDS
    httpx.post(f"{sandbox}/dev/translator/behaviour", json=behaviour)
    monkeypatch.setattr(client, "READ_SECONDS", 0.1)
    for _ in range(circuit_breaker.FAILURES + 1):
        with pytest.raises(TranslatorUnavailable):
            translate(service, "Hoi")

    httpx.post(f"{sandbox}/dev/translator/behaviour", json={})
    monkeypatch.setattr(client, "READ_SECONDS", read_seconds)
    assert translate(service, "Wat doe je?").text


@pytest.mark.parametrize("behaviour", [{"answers": 503}, {"answers": 429}, {"answers": 403}, {"slow_ms": 5_000}])
def test_a_service_that_fails_is_left_alone(
    sandbox: str, behaviour: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "CONNECT_SECONDS", 0.1)
    monkeypatch.setattr(client, "READ_SECONDS", 0.1)
    service = to(sandbox)
    httpx.post(f"{sandbox}/dev/translator/behaviour", json=behaviour)
    for number in range(circuit_breaker.FAILURES):
        with pytest.raises(TranslatorUnavailable):
            translate(service, f"Hoi {number}")
    service._session.post = lambda *_, **__: pytest.fail("it was asked")  # type: ignore[method-assign]

    with pytest.raises(TranslatorUnavailable) as refused:
        translate(service, "Hoi")
    assert refused.value.retry_after_seconds


@pytest.mark.parametrize("of_many", [True, False])
def test_calls_beyond_the_room_are_refused_at_once(sandbox: str, of_many: bool) -> None:
    """A slow service takes the client's own threads, and no more of them; one reader takes half of them."""
    httpx.post(f"{sandbox}/dev/translator/behaviour", json={"slow_ms": 300})
    service = to(sandbox)

    async def together() -> list[Any]:
        readers = [uuid4() for _ in range(MANY)] if of_many else [uuid4()] * MANY
        calls = [service.translate("Hoi", reader_id=each, source="nl", target="en") for each in readers]
        return await asyncio.gather(*calls, return_exceptions=True)

    answers = [type(each) for each in asyncio.run(together())]

    room = CALLS if of_many else CALLS_OF_ONE
    assert (answers.count(Translation), answers.count(TranslatorUnavailable)) == (room, MANY - room)
    assert translate(service, "Hoi", "nl").text  # the room is free again


@pytest.mark.parametrize(
    "answer",
    [
        {},
        [],
        {"translatedText": ""},
        {"translatedText": ["Hi"]},
        {"translatedText": "\x00"},
        {"translatedText": "x" * 2_000},
        {"translatedText": None},
    ],
)
def test_an_answer_that_is_no_translation_is_not_shown(answer: Any) -> None:
    app = Starlette(routes=[Route("/translate", lambda _: JSONResponse(answer), methods=["POST"])])
    for url in served(app):
        with pytest.raises(TranslatorUnavailable):
            translate(to(url), "Hoi")


def test_a_language_in_an_answer_is_a_code_or_left_out() -> None:
    answer = {"translatedText": "Hi", "detectedLanguage": {"language": "<script>", "confidence": 1}}
    app = Starlette(routes=[Route("/translate", lambda _: JSONResponse(answer), methods=["POST"])])
    for url in served(app):
        assert translate(to(url), "Hoi") == Translation("Hi", None)
