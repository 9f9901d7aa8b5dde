from dataclasses import replace

import pytest
from flask import Flask
from likes.settings import LikesSettings
from likes.tests.fakes import FakeProfiles
from likes.web import BLUEPRINTS
from likes.wiring import Wiring, wire
from shared.kit.db import Database
from shared.kit.http.app import create_app, provide
from shared.kit.testing.database import empty, migrated
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser


@pytest.fixture(scope="session")
def connected(postgres_server: str, keys: KeyPair) -> Wiring:
    return wire(
        LikesSettings.from_environment(
            **environment_of(
                "likes",
                DATABASE_URL=migrated(postgres_server, "likes"),
                TOKEN_PUBLIC_KEY=str(keys.public),
            )
        )
    )


@pytest.fixture
def profiles() -> FakeProfiles:
    return FakeProfiles()


@pytest.fixture
def wired(connected: Wiring, profiles: FakeProfiles) -> Wiring:
    return replace(connected, profiles=profiles)


@pytest.fixture
def database(wired: Wiring) -> Database:
    empty(wired.database)
    return wired.database


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
