from dataclasses import replace

import pytest
from flask import Flask
from shared.kit.storage import Database
from shared.kit.testing.database import empty, migrated
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.kit.web import create_app
from shared.kit.web.rate_limit import RateLimiter

from identity.passwords import Argon2Passwords
from identity.settings import IdentitySettings
from identity.web import BLUEPRINTS
from identity.wiring import Wiring, wire


@pytest.fixture(scope="session")
def wired(postgres_server: str, keys: KeyPair) -> Wiring:
    """The dependencies of a process, with the lowest cost of argon2; test_password.py pins that of production."""
    environment = environment_of(
        "identity",
        PAIRWISE_LIMITS="on",
        DATABASE_URL=migrated(postgres_server, "identity"),
        TOKEN_PUBLIC_KEY=str(keys.public),
        TOKEN_PRIVATE_KEY=str(keys.private),
        PUSH_PUBLIC_KEY="BOurs",
        STORE_URL="memory://identity-tests",
    )
    wiring = wire(IdentitySettings.from_environment(**environment))
    return replace(wiring, passwords=Argon2Passwords(time_cost=1, memory_kib=8))


@pytest.fixture
def database(wired: Wiring) -> Database:
    empty(wired.database)
    return wired.database


@pytest.fixture(scope="session")
def shared_app(wired: Wiring) -> Flask:
    """The app of all tests: registering its routes takes longer than most of them."""
    return create_app(wired.settings, wired.database, BLUEPRINTS, wired)


@pytest.fixture
def app(shared_app: Flask, wired: Wiring, database: Database) -> Flask:
    """The app with a fresh rate limiter, because it counts some limits in memory."""
    limiter = RateLimiter.of(wired.settings, database)
    shared_app.extensions.update(rate_limiter=limiter, wiring=replace(wired, rate_limiter=limiter))
    return shared_app


@pytest.fixture
def browser(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys)
