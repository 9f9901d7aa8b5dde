from dataclasses import replace

import pytest
from flask import Flask
from servicekit.keys import new_key
from servicekit.storage import Database
from servicekit.testing.database import empty, migrated
from servicekit.testing.tokens import KeyPair
from servicekit.testing.web import Browser
from servicekit.web import create_app
from servicekit.web.rate_limit import RateLimiter

from identity.settings import IdentitySettings
from identity.web import BLUEPRINTS
from identity.wiring import Wiring, wire


@pytest.fixture(scope="session")
def wired(postgres_server: str, keys: KeyPair) -> Wiring:
    return wire(
        IdentitySettings.from_environment(
            PAIRWISE_SERVICE="identity",
            PAIRWISE_ENV="test",
            PAIRWISE_LIMITS="on",
            REDIS_URL="redis://127.0.0.1:1/0",
            DATABASE_URL=migrated(postgres_server, "identity"),
            TOKEN_PUBLIC_KEY=str(keys.public),
            TOKEN_PRIVATE_KEY=str(keys.private),
            PUSH_PUBLIC_KEY="BOurs",
            MAIL_KEYS=new_key(),
            AUTHENTICATOR_KEYS=new_key(),
            EXPORT_KEYS=new_key(),
            ERASED_ADDRESS_KEYS=new_key(),
            BAN_KEYS=new_key(),
            STORE_URL="memory://identity-tests",
        )
    )


@pytest.fixture
def database(wired: Wiring) -> Database:
    empty(wired.database)
    return wired.database


@pytest.fixture
def app(wired: Wiring, database: Database) -> Flask:
    # What one test has used up does not hold in the next.
    limiter = RateLimiter.of(wired.settings, database)
    return create_app(wired.settings, database, BLUEPRINTS, replace(wired, rate_limiter=limiter))


@pytest.fixture
def browser(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys)
