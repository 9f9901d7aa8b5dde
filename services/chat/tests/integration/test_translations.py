"""Translations of messages: who may ask for one, and that nothing of it is stored or told."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from chat.domain.conversation import conversation_of
from chat.domain.message import Draft, Kind
from chat.errors import NotTranslatable, TranslatorUnavailable
from chat.settings import ChatSettings
from chat.tests.fakes import FakeTranslator
from chat.tests.photos import Send
from chat.tests.world import World
from chat.usecases.remove_chat import remove_chat
from chat.usecases.retract_message import retract_message
from chat.web.translations import Translator
from shared.kit.core import Refusal
from shared.kit.testing.web import Browser
from shared.sites.translation import TranslationService
from werkzeug.test import TestResponse

PATH = "/api/chat-translation.php"


def ask(browser: Browser, member: UUID, message: UUID, **body: Any) -> TestResponse:
    return browser.as_member(member).post(PATH, {"message_id": str(message), "language": "en", **body})


def test_a_received_message_is_translated(browser: Browser, world: World, translator: FakeTranslator) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo, "goedemorgen")

    detected = ask(browser, bo, message.id)
    stated = ask(browser, bo, message.id, source="de")

    assert detected.get_json() == {"text": "GOEDEMORGEN", "language": "nl"}
    assert stated.get_json()["language"] == "de"
    assert translator.asked == [("goedemorgen", None, "en"), ("goedemorgen", "de", "en")]


def test_nothing_is_stored_or_told(browser: Browser, world: World) -> None:
    """The writer of a message does not learn that it was translated: nothing of the database changes."""
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo, "goedemorgen")
    before = contents(world)

    assert ask(browser, bo, message.id).status_code == 200
    assert contents(world) == before


def contents(world: World) -> dict[str, list[Any]]:
    tables = "SELECT table_schema, table_name FROM information_schema.tables WHERE table_schema IN ('public', 'kit')"
    return {
        table: sorted(str(row) for row in world.rows(f'SELECT * FROM "{schema}"."{table}"'))  # noqa: S608 - our tables
        for schema, table in world.rows(tables)
    }


Told = Callable[[World, UUID, UUID, UUID], object]
CHANGES: dict[str, tuple[Told, int]] = {
    "retracted": (lambda world, ann, bo, message: retract_message(world.unit(), ann, message), 409),
    "removed": (lambda world, ann, bo, message: remove_chat(world.unit(), bo, conversation_of(ann, bo)), 404),
    "blocked by the writer": (lambda world, ann, bo, message: world.block(ann, bo), 403),
    "blocked by the reader": (lambda world, ann, bo, message: world.block(bo, ann), 403),
    "beyond the history": (
        lambda world, ann, bo, message: world.change("UPDATE messages SET sent_at = now() - interval '13 months'"),
        404,
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_message_that_the_reader_does_not_see_stays_here(
    browser: Browser, world: World, translator: FakeTranslator, change: str
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)
    happens, status = CHANGES[change]
    happens(world, ann, bo, message.id)

    assert ask(browser, bo, message.id).status_code == status
    assert translator.asked == []


@pytest.mark.parametrize("change", CHANGES)
def test_a_translation_is_kept_back_when_its_message_is_hidden_meanwhile(
    browser: Browser, world: World, translator: FakeTranslator, change: str
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)
    happens, status = CHANGES[change]
    translator.meanwhile = lambda: happens(world, ann, bo, message.id)

    answer = ask(browser, bo, message.id)

    assert answer.status_code == status
    assert "HELLO" not in answer.get_data(as_text=True)


def test_only_received_words_are_translated(
    browser: Browser, world: World, translator: FakeTranslator, send: Send
) -> None:
    ann, bo, eve = (world.a_member(name) for name in ("Ann", "Bo", "Eve"))
    message, gift, photo = world.send(ann, bo), world.give(ann, bo), send(ann, bo)
    words = world.send_draft(Draft(uuid4(), ann, bo, "veel plezier", Kind.GIFT, "rose"))

    assert ask(browser, bo, words.id).status_code == 200
    for asking, asked in [(ann, message.id), (eve, message.id), (bo, gift.id), (bo, photo.id), (bo, uuid4())]:
        assert ask(browser, asking, asked).status_code == 404
    assert len(translator.asked) == 1


@pytest.mark.parametrize(
    "body",
    [
        {"language": "ja"},
        {"language": None},
        {"source": "auto"},
        {"source": "Klingon"},
        {"message_id": "1"},
        {"text": "Translate this instead"},
    ],
)
def test_bad_input_is_refused(browser: Browser, world: World, translator: FakeTranslator, body: dict[str, Any]) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)

    assert ask(browser, bo, message.id, **body).status_code == 422
    assert translator.asked == []


@pytest.mark.parametrize(
    ("refusal", "status"), [(TranslatorUnavailable(), 503), (NotTranslatable(), 409)], ids=["down", "unknown language"]
)
def test_a_failure_has_words(
    browser: Browser, world: World, translator: FakeTranslator, refusal: Refusal, status: int
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    translator.refusal = refusal

    answer = ask(browser, bo, world.send(ann, bo).id)

    error = answer.get_json()["error"]
    assert (answer.status_code, error["code"]) == (status, refusal.code)
    assert error["message"] not in ("", refusal.code)


NAMED = TranslationService(service="LibreTranslate", company="A B.V.", country="NL", host="translate.example.com")
OWN, OTHER, HERE = "https://translate.example.com/api", "https://translate.example.org", "http://127.0.0.1:1"


@pytest.mark.parametrize(
    ("named", "url", "environment", "is_on"),
    [
        (NAMED, OWN, "production", True),
        (NAMED, OTHER, "production", False),
        (NAMED, "", "production", False),
        (None, OWN, "production", False),
        (NAMED, HERE, "test", True),
        (NAMED, "https://127.0.0.1", "production", False),
    ],
)
def test_messages_go_only_where_the_document_says(
    named: TranslationService | None, url: str, environment: str, is_on: bool
) -> None:
    settings = ChatSettings.model_construct(translator_url=url, environment=environment)
    assert (Translator.of(named, settings) is not None) == is_on


def test_a_site_without_a_translator_offers_none(browser: Browser, world: World, translator: FakeTranslator) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)

    there = browser.as_member(bo).get("/api/chat.php", profile=str(ann)).get_json()["translator"]
    elsewhere = browser.at("iskra.localhost").as_member(bo)

    assert there["host"] == "translate.pairwise.example"
    assert elsewhere.get("/api/chat.php", profile=str(ann)).get_json()["translator"] is None
    assert elsewhere.post(PATH, {"message_id": str(message.id), "language": "en"}).status_code == 404
    assert translator.asked == []
