from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from flask import Flask
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceStub
from shared.kit.db import Database
from shared.kit.grpc import Client, Peer
from shared.kit.grpc.server import build_server
from shared.kit.http.app import create_app, provide
from shared.kit.testing.database import empty, migrated
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.pictures.tests.cached import each_picture_processed_once

from profiles.rpc import servicers
from profiles.settings import ProfilesSettings
from profiles.tests.desk import OpenDesk
from profiles.tests.fakes import FakeAccounts, FakeConversations, FakeMatcher, FakePayments, FakeSupportedAccounts
from profiles.tests.makers import Town
from profiles.web import BLUEPRINTS
from profiles.wiring import Wiring, wire

__all__ = ["each_picture_processed_once"]


@pytest.fixture(scope="session")
def media_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("media")


@pytest.fixture(scope="session")
def wired(postgres_server: str, keys: KeyPair, media_folder: Path) -> Wiring:
    dependencies = wire(
        ProfilesSettings.from_environment(
            **environment_of(
                "profiles",
                DATABASE_URL=migrated(postgres_server, "profiles"),
                TOKEN_PUBLIC_KEY=str(keys.public),
                MEDIA_URL=f"file://{media_folder}",
            )
        )
    )
    accounts = FakeAccounts()
    return replace(
        dependencies,
        accounts=accounts,
        desk_accounts=accounts,
        conversations=FakeConversations(),
        matcher=FakeMatcher(),
        payments=FakePayments(),
        support=FakeSupportedAccounts(),
    )


@pytest.fixture
def database(wired: Wiring) -> Database:
    # The towns come with the migration, as they do everywhere.
    empty(wired.database, keep=("towns", "regions"))
    return wired.database


@pytest.fixture
def town(database: Database) -> Town:
    return Town(database)


@pytest.fixture(scope="session")
def shared_app(wired: Wiring) -> Flask:
    """The app of all tests: registering its routes takes longer than most of them."""
    return create_app(wired.settings, wired.database, BLUEPRINTS, wired)


@pytest.fixture
def app(shared_app: Flask, wired: Wiring, database: Database) -> Flask:
    provide(shared_app, wired.settings, database, wired)
    return shared_app


@pytest.fixture
def browser(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys)


@pytest.fixture
def ann(town: Town) -> UUID:
    return town.woman(name="Ann")


@pytest.fixture
def bo(town: Town) -> UUID:
    return town.man(name="Bo", photos=())


@pytest.fixture
def mo(town: Town) -> UUID:
    """The member who works at the desk."""
    return town.woman(name="Mo")


@pytest.fixture
def desk(browser: Browser, mo: UUID) -> Browser:
    return browser.as_member(mo, staff=True)


@pytest.fixture
def at_desk(app: Flask, keys: KeyPair) -> OpenDesk:
    """A browser of its own for each person at the desk."""
    return lambda member: Browser(app, keys).as_member(member, staff=True)


@pytest.fixture
def conversations(wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> FakeConversations:
    fake = FakeConversations()
    monkeypatch.setitem(wired.__dict__, "conversations", fake)
    return fake


@pytest.fixture
def accounts(wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> FakeAccounts:
    fake = FakeAccounts()
    for name in ("accounts", "desk_accounts"):
        monkeypatch.setitem(wired.__dict__, name, fake)
    return fake


@pytest.fixture
def payments(wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> FakePayments:
    fake = FakePayments()
    monkeypatch.setitem(wired.__dict__, "payments", fake)
    return fake


@pytest.fixture
def supported(wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> FakeSupportedAccounts:
    fake = FakeSupportedAccounts()
    monkeypatch.setitem(wired.__dict__, "support", fake)
    return fake


@pytest.fixture
def profiles(wired: Wiring) -> Iterator[Client]:
    server = build_server(servicers(wired), callers=None)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    client = Client(Peer(f"127.0.0.1:{port}"), ProfileServiceStub, deadline_seconds=60)
    yield client
    client.close()
    server.stop(0).wait()
