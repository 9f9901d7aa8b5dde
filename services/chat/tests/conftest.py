from dataclasses import replace

import pytest
from chat.settings import ChatSettings
from chat.tests.fakes import FakeBilling, FakeCards, FakeChecks, FakeTyping
from chat.tests.world import World
from chat.web import BLUEPRINTS
from chat.wiring import Wiring, wire
from flask import Flask
from servicekit.keys import new_key
from servicekit.storage import Database
from servicekit.testing.database import empty, migrated
from servicekit.testing.tokens import KeyPair
from servicekit.testing.web import Browser
from servicekit.web import create_app


@pytest.fixture(scope="session")
def connected(postgres_server: str, keys: KeyPair, tmp_path_factory: pytest.TempPathFactory) -> Wiring:
    held = wire(
        ChatSettings.from_environment(
            PAIRWISE_SERVICE="chat",
            PAIRWISE_ENV="test",
            DATABASE_URL=migrated(postgres_server, "chat"),
            MEDIA_KEYS=new_key(),
            MEDIA_URL=tmp_path_factory.mktemp("media").as_uri(),
            TOKEN_PUBLIC_KEY=str(keys.public),
            REDIS_URL="redis://127.0.0.1:1/0",
            RPC_IDENTITY="127.0.0.1:1",
            RPC_PROFILES="127.0.0.1:1",
            RPC_BILLING="127.0.0.1:1",
        )
    )
    # Race tests hold more connections at once than a process with eight threads does.
    return replace(held, database=Database(held.settings.database_url, pool_size=24))


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
def wired(connected: Wiring, billing: FakeBilling, cards: FakeCards, checks: FakeChecks, typing: FakeTyping) -> Wiring:
    return replace(connected, billing=billing, cards=cards, checks=checks, typing=typing)


@pytest.fixture
def database(wired: Wiring) -> Database:
    empty(wired.database)
    return wired.database


@pytest.fixture
def world(database: Database, billing: FakeBilling) -> World:
    return World(database, billing)


@pytest.fixture
def app(wired: Wiring, database: Database) -> Flask:
    return create_app(wired.settings, database, BLUEPRINTS, wired)


@pytest.fixture
def browser(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys)
