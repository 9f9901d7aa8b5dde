from dataclasses import replace

import pytest
from flask import Flask
from likes.settings import LikesSettings
from likes.tests.fakes import FakeCards
from likes.web import BLUEPRINTS
from likes.wiring import Wiring, wire
from servicekit.keys import new_key
from servicekit.storage import Database
from servicekit.testing.database import empty, migrated
from servicekit.testing.tokens import KeyPair
from servicekit.testing.web import Browser
from servicekit.web import create_app


@pytest.fixture(scope="session")
def connected(postgres_server: str, keys: KeyPair) -> Wiring:
    return wire(
        LikesSettings.from_environment(
            PAIRWISE_SERVICE="likes",
            PAIRWISE_ENV="test",
            DATABASE_URL=migrated(postgres_server, "likes"),
            TOKEN_PUBLIC_KEY=str(keys.public),
            CURSOR_KEYS=new_key(),
            RPC_PROFILES="127.0.0.1:1",
        )
    )


@pytest.fixture
def cards() -> FakeCards:
    return FakeCards()


@pytest.fixture
def wired(connected: Wiring, cards: FakeCards) -> Wiring:
    return replace(connected, cards=cards)


@pytest.fixture
def database(wired: Wiring) -> Database:
    empty(wired.database)
    return wired.database


@pytest.fixture
def app(wired: Wiring, database: Database) -> Flask:
    return create_app(wired.settings, database, BLUEPRINTS, wired)


@pytest.fixture
def browser(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys)
