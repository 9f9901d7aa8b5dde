from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import pytest
from chat.domain.message import Draft, Kind, Message
from chat.settings import ChatSettings
from chat.tests.fakes import FakeBilling, FakeCards, FakeChecks, FakeSignals, FakeTranslator, FakeTyping
from chat.tests.photos import MADE, Send
from chat.tests.streams import Live, live_process
from chat.tests.world import LIMITS, World
from chat.usecases.send_photo import PhotoDependencies, send_photo
from chat.web import BLUEPRINTS
from chat.wiring import Wiring, wire
from flask import Flask
from runner.backing_services import redis
from shared.kit.db import Database
from shared.kit.http.app import create_app, provide
from shared.kit.testing.database import empty, migrated
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.pictures.tests.cached import each_picture_processed_once

__all__ = ["each_picture_processed_once"]


@pytest.fixture(scope="session")
def connected(postgres_server: str, keys: KeyPair, tmp_path_factory: pytest.TempPathFactory) -> Wiring:
    dependencies = wire(
        ChatSettings.from_environment(
            **environment_of(
                "chat",
                DATABASE_URL=migrated(postgres_server, "chat"),
                TOKEN_PUBLIC_KEY=str(keys.public),
                MEDIA_URL=tmp_path_factory.mktemp("media").as_uri(),
                TRANSLATOR_URL="http://127.0.0.1:1",
            )
        )
    )
    # Race tests hold more connections at once than a process with eight threads does.
    return replace(dependencies, database=Database(dependencies.settings.database_url, pool_size=24))


@pytest.fixture
def billing() -> FakeBilling:
    return FakeBilling()


@pytest.fixture
def cards() -> FakeCards:
    return FakeCards()


@pytest.fixture
def checks() -> FakeChecks:
    return FakeChecks()


@pytest.fixture
def typing() -> FakeTyping:
    return FakeTyping()


@pytest.fixture
def translator() -> FakeTranslator:
    return FakeTranslator()


@pytest.fixture
def signals() -> FakeSignals:
    return FakeSignals()


@pytest.fixture
def wired(
    connected: Wiring,
    billing: FakeBilling,
    cards: FakeCards,
    checks: FakeChecks,
    typing: FakeTyping,
    translator: FakeTranslator,
    signals: FakeSignals,
) -> Wiring:
    return replace(
        connected,
        billing=billing,
        cards=cards,
        checks=checks,
        typing=typing,
        translator=translator,
        signals=signals,
    )


@pytest.fixture
def database(wired: Wiring) -> Database:
    empty(wired.database)
    return wired.database


@pytest.fixture
def world(database: Database, billing: FakeBilling) -> World:
    return World(database, billing)


@pytest.fixture(scope="session")
def shared_app(connected: Wiring) -> Flask:
    """The app of all tests: registering its routes takes longer than most of them."""
    return create_app(connected.settings, connected.database, BLUEPRINTS, connected)


@pytest.fixture
def app(shared_app: Flask, wired: Wiring, database: Database) -> Flask:
    provide(shared_app, wired.settings, database, wired)
    return shared_app


@pytest.fixture
def browser(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys)


@pytest.fixture
def live(wired: Wiring, database: Database, keys: KeyPair) -> Iterator[Live]:
    with live_process(wired, keys) as process:
        yield process


@pytest.fixture
def files(wired: Wiring) -> Callable[[], list[str]]:
    folder = Path(urlsplit(wired.settings.media_url).path)
    for path in folder.rglob("*.webp"):
        path.unlink()
    return lambda: sorted(path.name for path in folder.rglob("*.webp"))


@pytest.fixture
def send(wired: Wiring, world: World, files: Callable[[], list[str]]) -> Send:
    """Sends a photo without really making one."""

    def send(sender: UUID, recipient: UUID, message_id: UUID | None = None, content: bytes = b"1") -> Message:
        dependencies = PhotoDependencies(world.unit, wired.media, lambda _: MADE, FakeChecks(), "pairwise")
        draft = Draft(message_id or uuid4(), sender, recipient, "", Kind.PHOTO, upload_hash=content)
        return send_photo(dependencies, world.billing, LIMITS, draft, content)[0]

    return send


@pytest.fixture(scope="module")
def redis_server() -> Iterator[str]:
    with redis() as url:
        yield url
