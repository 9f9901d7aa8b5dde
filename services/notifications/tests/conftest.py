import base64
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask
from google.protobuf.message import Message
from notifications.settings import NotificationSettings
from notifications.tests.fakes import (
    FakeCodes,
    FakeContacts,
    FakeInvoices,
    FakeMailServer,
    FakePushServices,
    FakeTextMessages,
    FakeVisibility,
)
from notifications.web import BLUEPRINTS
from notifications.wiring import Wiring, wire
from notifications.worker import consumers
from shared.kit.db import Database
from shared.kit.events.consumers import handle_once
from shared.kit.http.app import create_app, provide
from shared.kit.testing.database import empty, migrated
from shared.kit.testing.environment import environment_of
from shared.kit.testing.nats_messages import nats_message
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

VAPID_KEY = base64.urlsafe_b64encode(bytes(range(1, 33))).decode().rstrip("=")


@pytest.fixture(scope="session")
def connected(postgres_server: str, keys: KeyPair) -> Wiring:
    return wire(
        NotificationSettings.from_environment(
            **environment_of(
                "notifications",
                PAIRWISE_PUBLIC_URL="https://pairwise.test",
                DATABASE_URL=migrated(postgres_server, "notifications"),
                TOKEN_PUBLIC_KEY=str(keys.public),
                VAPID_KEYS=VAPID_KEY,
                SMS_PROVIDER="twilio",
                SMS_WEBHOOK_URL="https://pairwise.test/api/sms-webhook.php",
                SMS_URL=f"https://AC{'0' * 32}:token-of-twilio@api.twilio.com",
                MAIL_WEBHOOK_KEYS="current-key-of-the-mail-provider earlier-key-of-the-mail-provider",
            )
        )
    )


@pytest.fixture
def contacts() -> FakeContacts:
    return FakeContacts()


@pytest.fixture
def mail_server() -> FakeMailServer:
    return FakeMailServer()


@pytest.fixture
def visibility() -> FakeVisibility:
    return FakeVisibility()


@pytest.fixture
def codes() -> FakeCodes:
    return FakeCodes()


@pytest.fixture
def invoices() -> FakeInvoices:
    return FakeInvoices()


@pytest.fixture
def push_services() -> FakePushServices:
    return FakePushServices()


@pytest.fixture
def text_messages() -> FakeTextMessages:
    return FakeTextMessages()


@pytest.fixture
def wired(
    connected: Wiring,
    contacts: FakeContacts,
    mail_server: FakeMailServer,
    visibility: FakeVisibility,
    codes: FakeCodes,
    invoices: FakeInvoices,
    push_services: FakePushServices,
    text_messages: FakeTextMessages,
) -> Wiring:
    return replace(
        connected,
        contacts=contacts,
        mail_server=mail_server,
        visibility=visibility,
        codes=codes,
        invoices=invoices,
        push_services=push_services,
        text_messages=text_messages,
    )


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


@pytest.fixture
def handle(wired: Wiring, database: Database) -> Callable[[Message], None]:
    """Handle an event, twice: a redelivery has no effect."""
    by_event = {consumer.event: consumer for consumer in consumers(wired)}

    def handle_twice(event: Message) -> None:
        message = nats_message(event)
        outcomes = [handle_once(wired.unit_of_work, by_event[type(event)], message) for _ in range(2)]
        assert outcomes == ["handled", "repeated"]

    return handle_twice
