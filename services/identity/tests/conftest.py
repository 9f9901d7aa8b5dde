from collections.abc import Callable, Iterator
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from flask import Flask
from shared.kit.core import KnownRevocations
from shared.kit.db import Database
from shared.kit.http import RateLimiter
from shared.kit.http.app import create_app, provide
from shared.kit.testing.database import empty, migrated
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import text

from identity.domain.token import Purpose
from identity.passwords import Argon2Passwords
from identity.settings import IdentitySettings
from identity.tests.access import NETWORKS, PASSWORD, World
from identity.tests.authenticator import Authenticator
from identity.tests.factories import sign_up_form
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


class TableOfRevocations(KnownRevocations):
    """What a process knows that reads the stream at each request, so that nothing depends on how fast tests are."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database

    def refuses(self, session_id: UUID, issued_at: float, now: float) -> bool:
        revoked = text("SELECT count(*) FROM kit.revoked_sessions WHERE session_id = :session_id")
        with self._database.reader.connect() as connection:
            return bool(connection.execute(revoked, {"session_id": session_id}).scalar_one())


@pytest.fixture(scope="session")
def shared_app(wired: Wiring) -> Flask:
    """The app of all tests: registering its routes takes longer than most of them."""
    return create_app(wired.settings, wired.database, BLUEPRINTS, wired)


@pytest.fixture
def app(shared_app: Flask, wired: Wiring, database: Database) -> Flask:
    """The app with a fresh rate limiter, because it counts some limits in memory."""
    limiter = RateLimiter.of(wired.settings, database)
    provide(shared_app, wired.settings, database, replace(wired, rate_limiter=limiter))
    shared_app.extensions["revocations"] = TableOfRevocations(database)
    return shared_app


@pytest.fixture
def browser(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys)


@pytest.fixture
def new_world(wired: Wiring, database: Database, app: Flask, keys: KeyPair) -> Iterator[Callable[[], World]]:
    spec = wired.sites.get("pairwise")

    def make() -> World:
        wired.sites._by_key["pairwise"] = spec
        form, browser, phone = sign_up_form(email=f"{uuid4().hex}@example.org"), Browser(app, keys), Authenticator()
        browser.from_address(next(NETWORKS))
        member_id = UUID(browser.post("/api/signup.php", form).json["user"]["id"])
        browser.logged_in()
        offer = browser.post("/api/passkeys.php", {"password": PASSWORD}).json
        made = {"id": offer["id"], "credential": phone.make(offer["options"]), "name": "Phone"}
        assert browser.put("/api/passkeys.php", made).status_code == 200
        world = World(wired, database, app, keys, form, browser, member_id, phone)
        world.plant(*(purpose for purpose in Purpose if purpose is not Purpose.SECOND_FACTOR))
        world.plant_export()
        return world

    yield make
    wired.sites._by_key["pairwise"] = spec
