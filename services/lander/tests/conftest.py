import pytest
from flask import Flask
from lander.settings import LanderSettings
from lander.web import BLUEPRINTS
from lander.wiring import Wiring, wire
from servicekit.storage import Database
from servicekit.testing.database import empty, migrated
from servicekit.testing.tokens import KeyPair
from servicekit.testing.web import Browser
from servicekit.web import create_app


@pytest.fixture(scope="session")
def wired(postgres_server: str, keys: KeyPair) -> Wiring:
    return wire(
        LanderSettings.from_environment(
            PAIRWISE_SERVICE="lander",
            PAIRWISE_ENV="test",
            DATABASE_URL=migrated(postgres_server, "lander"),
            TOKEN_PUBLIC_KEY=str(keys.public),
        )
    )


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
