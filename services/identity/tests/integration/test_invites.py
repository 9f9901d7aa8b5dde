from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MemberSignedUp
from shared.kit.db import Database
from shared.kit.http.app import create_app
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

from identity.invites import list_invites, make_invite, revoke_invite
from identity.tests.factories import sign_up_form
from identity.web import BLUEPRINTS
from identity.wiring import Wiring


@pytest.fixture
def closed(wired: Wiring, database: Database) -> Flask:
    """The service with a site that is open to invited people alone."""
    return app_with(wired, database, "invite")


def app_with(wired: Wiring, database: Database, signups: str) -> Flask:
    class Sites(type(wired.sites)):  # type: ignore[misc]
        def get(self, key: str) -> Any:
            return super().get(key).model_copy(update={"signups": signups})

    return create_app(wired.settings, database, BLUEPRINTS, replace(wired, sites=Sites()))


def new_token(wired: Wiring, name: str = "Ann") -> str:
    return make_invite(wired, "pairwise", name, 14).rpartition("/")[2]


def test_an_invite_greets_by_name_and_lets_in_once(closed: Flask, keys: KeyPair, wired: Wiring) -> None:
    browser, token = Browser(closed, keys), new_token(wired)

    assert browser.post("/api/invite.php", {"token": token}).json["name"] == "Ann"
    assert browser.post("/api/signup.php", sign_up_form(invite=token)).status_code == 201
    assert browser.post("/api/invite.php", {"token": token}).json["error"]["code"] == "invite_invalid"
    second = browser.post("/api/signup.php", sign_up_form(email="bo@example.org", invite=token))
    assert (second.status_code, second.json["error"]["code"]) == (403, "signup_by_invitation")


def test_a_retry_of_the_invited_sign_up_is_the_same_sign_up(closed: Flask, keys: KeyPair, wired: Wiring) -> None:
    browser, form = Browser(closed, keys), sign_up_form(invite=new_token(wired))

    assert [browser.post("/api/signup.php", form).status_code for _ in range(2)] == [201, 201]


@pytest.mark.parametrize("token", [None, "", "x", "a" * 22])
def test_without_an_invite_nobody_comes_in(closed: Flask, keys: KeyPair, token: str | None) -> None:
    refused = Browser(closed, keys).post("/api/signup.php", sign_up_form(invite=token))

    assert refused.json["error"]["code"] == "signup_by_invitation"


def test_a_revoked_or_expired_invite_is_none(closed: Flask, keys: KeyPair, wired: Wiring, database: Database) -> None:
    browser, revoked, expired = Browser(closed, keys), new_token(wired), new_token(wired, "Bo")
    ids = {line.split()[-1]: UUID(line.split()[0]) for line in list_invites(wired, "pairwise")}
    assert revoke_invite(wired, ids["Ann"]) == "revoked"
    assert revoke_invite(wired, ids["Ann"]).startswith("there is no open invite")
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE invites SET expires_at = now() WHERE name = 'Bo'")

    for token in (revoked, expired):
        assert browser.post("/api/invite.php", {"token": token}).status_code == 404
        assert browser.post("/api/signup.php", sign_up_form(invite=token)).status_code == 403
    assert [line.split()[1] for line in list_invites(wired, "pairwise")] == ["revoked", "expired"]


def test_of_many_concurrent_uses_of_an_invite_one_succeeds(closed: Flask, keys: KeyPair, wired: Wiring) -> None:
    token = new_token(wired)

    def sign_up(number: int) -> int:
        form = sign_up_form(email=f"ann{number}@example.org", invite=token)
        status: int = Browser(closed, keys).post("/api/signup.php", form).status_code
        return status

    with ThreadPoolExecutor(5) as pool:
        assert sorted(pool.map(sign_up, range(5))) == [201, 403, 403, 403, 403]


@pytest.mark.parametrize(
    ("tracking", "status"), [({"network": "radio"}, 201), ({"ref": "flyer"}, 201), ({"sub1": "x"}, 403), (None, 403)]
)
def test_a_site_can_require_a_traffic_source(
    wired: Wiring, database: Database, keys: KeyPair, tracking: dict[str, str] | None, status: int
) -> None:
    browser = Browser(app_with(wired, database, "with_trafficsource"), keys)

    assert browser.post("/api/signup.php", sign_up_form(tracking=tracking)).status_code == status


def test_a_source_lets_in_and_is_not_kept(wired: Wiring, database: Database, keys: KeyPair) -> None:
    browser = Browser(app_with(wired, database, "with_trafficsource"), keys)

    assert browser.post("/api/signup.php", sign_up_form(source={})).status_code == 403
    assert browser.post("/api/signup.php", sign_up_form(source={"network": "radio", "sub1": "x"})).status_code == 422
    assert browser.post("/api/signup.php", sign_up_form(source={"network": "radio"})).status_code == 201
    [event] = announced(database, MemberSignedUp)
    assert not event.HasField("tracking")
    with psycopg.connect(database.dsn) as connection:
        assert connection.execute("SELECT network FROM origins").fetchall() == []
