import pytest
from flask import Flask
from lander.settings import LanderSettings
from lander.web import BLUEPRINTS
from lander.wiring import Wiring, wire
from shared.kit.db import Database
from shared.kit.http.app import create_app, provide
from shared.kit.testing.database import empty, migrated
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser


@pytest.fixture(scope="session")
def wired(postgres_server: str, keys: KeyPair) -> Wiring:
    return wire(
        LanderSettings.from_environment(
            **environment_of(
                "lander",
                DATABASE_URL=migrated(postgres_server, "lander"),
                TOKEN_PUBLIC_KEY=str(keys.public),
            )
        )
    )


@pytest.fixture
def database(wired: Wiring) -> Database:
    empty(wired.database)
    wired.catalogue.forget()
    return wired.database


@pytest.fixture(scope="session")
def shared_app(wired: Wiring) -> Flask:
    """The app of all tests: registering its routes takes longer than most of them."""
    return create_app(wired.settings, wired.database, BLUEPRINTS, wired, wired.sites.origins(wired.settings.public_url))


@pytest.fixture
def app(shared_app: Flask, wired: Wiring, database: Database) -> Flask:
    provide(shared_app, wired.settings, database, wired)
    return shared_app


@pytest.fixture
def browser(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys)
