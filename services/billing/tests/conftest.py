from dataclasses import replace

import pytest
from billing.settings import BillingSettings
from billing.tests.makers import FakeMessages, FakePartners, FakeProvider
from billing.web import BLUEPRINTS
from billing.wiring import Wiring, wire
from flask import Flask
from servicekit.keys import new_key
from servicekit.storage import Database
from servicekit.testing.database import empty, migrated
from servicekit.testing.tokens import KeyPair
from servicekit.testing.web import Browser
from servicekit.web import create_app


@pytest.fixture(scope="session")
def wired(postgres_server: str, keys: KeyPair) -> Wiring:
    return wire(
        BillingSettings.from_environment(
            PAIRWISE_SERVICE="billing",
            PAIRWISE_ENV="test",
            PAIRWISE_LIMITS="on",
            REDIS_URL="redis://127.0.0.1:1/0",
            DATABASE_URL=migrated(postgres_server, "billing"),
            TOKEN_PUBLIC_KEY=str(keys.public),
            RPC_PROFILES="127.0.0.1:1",
            PAYMENTS_API_URL="http://127.0.0.1:1/v2",
            PAYMENTS_API_KEY="test_billing",
            PAYMENTS_WEBHOOK_URL="http://localhost:8080/api/payment-webhook.php",
            FIELD_KEYS=new_key(),
            FIELD_HASH_KEYS=new_key(),
            SMS_URL="http://127.0.0.1:1/sms",
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


@pytest.fixture
def app(
    wired: Wiring, database: Database, provider: FakeProvider, partners: FakePartners, messages: FakeMessages
) -> Flask:
    fakes = replace(wired, provider=provider, partners=partners, messages=messages)
    return create_app(wired.settings, database, BLUEPRINTS, fakes)


@pytest.fixture
def browser(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys)
