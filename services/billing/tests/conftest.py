from dataclasses import replace

import pytest
from billing.settings import BillingSettings
from billing.tests.makers import FakeMessages, FakePartners, FakeProvider
from billing.web import BLUEPRINTS
from billing.wiring import Wiring, wire
from flask import Flask
from shared.kit.db import Database
from shared.kit.http.app import create_app, provide
from shared.kit.testing.database import empty, migrated
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser


@pytest.fixture(scope="session")
def wired(postgres_server: str, keys: KeyPair) -> Wiring:
    return wire(
        BillingSettings.from_environment(
            **environment_of(
                "billing",
                PAIRWISE_LIMITS="on",
                DATABASE_URL=migrated(postgres_server, "billing"),
                TOKEN_PUBLIC_KEY=str(keys.public),
            )
        )
    )


@pytest.fixture
def database(wired: Wiring) -> Database:
    empty(wired.database)
    return wired.database


@pytest.fixture
def provider() -> FakeProvider:
    return FakeProvider()


@pytest.fixture
def partners() -> FakePartners:
    return FakePartners()


@pytest.fixture
def messages() -> FakeMessages:
    return FakeMessages()


@pytest.fixture(scope="session")
def shared_app(wired: Wiring) -> Flask:
    """The app of all tests: registering its routes takes longer than most of them."""
    return create_app(wired.settings, wired.database, BLUEPRINTS, wired)


@pytest.fixture
def app(
    shared_app: Flask,
    wired: Wiring,
    database: Database,
    provider: FakeProvider,
    partners: FakePartners,
    messages: FakeMessages,
) -> Flask:
    fakes = replace(wired, providers=provider, partners=partners, messages=messages)
    provide(shared_app, wired.settings, database, fakes)
    return shared_app


@pytest.fixture
def browser(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys)
