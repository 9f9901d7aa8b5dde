import base64
from dataclasses import replace

import pytest
from flask import Flask
from notifications.settings import NotificationSettings
from notifications.tests.fakes import FakeContacts, FakePost, FakePushServices, FakeSight
from notifications.web import BLUEPRINTS
from notifications.wiring import Wiring, wire
from servicekit.keys import new_key
from servicekit.storage import Database
from servicekit.testing.database import empty, migrated
from servicekit.testing.tokens import KeyPair
from servicekit.testing.web import Browser
from servicekit.web import create_app

VAPID_KEY = base64.urlsafe_b64encode(bytes(range(1, 33))).decode().rstrip("=")


@pytest.fixture(scope="session")
def connected(postgres_server: str, keys: KeyPair) -> Wiring:
    return wire(
        NotificationSettings.from_environment(
            PAIRWISE_SERVICE="notifications",
            PAIRWISE_ENV="test",
            PAIRWISE_PUBLIC_URL="https://pairwise.test",
            DATABASE_URL=migrated(postgres_server, "notifications"),
            TOKEN_PUBLIC_KEY=str(keys.public),
            MAIL_KEYS=new_key(),
            UNSUBSCRIBE_KEYS=new_key(),
            SMTP_URL="smtp://127.0.0.1:1",
            VAPID_KEYS=VAPID_KEY,
            MAIL_WEBHOOK_KEYS="what-the-mail-provider-signs-with what-it-signed-with-before",
            RPC_IDENTITY="127.0.0.1:1",
            RPC_PROFILES="127.0.0.1:1",
        )
    )


@pytest.fixture
def contacts() -> FakeContacts:
    return FakeContacts()


@pytest.fixture
def post() -> FakePost:
    return FakePost()


@pytest.fixture
def sight() -> FakeSight:
    return FakeSight()


@pytest.fixture
def push_services() -> FakePushServices:
    return FakePushServices()


@pytest.fixture
def wired(
    connected: Wiring, contacts: FakeContacts, post: FakePost, sight: FakeSight, push_services: FakePushServices
) -> Wiring:
    return replace(connected, contacts=contacts, post=post, sight=sight, push_services=push_services)


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
