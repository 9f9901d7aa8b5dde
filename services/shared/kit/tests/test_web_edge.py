"""Authentication, authorization and error answers of an app with two routes."""

import time
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock
from uuid import uuid4

import pytest
from flask import Blueprint
from flask.testing import FlaskClient
from prometheus_client import Histogram
from shared.kit.core.revocations import NEVER
from shared.kit.core.settings import Settings
from shared.kit.core.telemetry import refusals, requests_seconds
from shared.kit.db.database import Database
from shared.kit.http.app import create_app
from shared.kit.http.endpoints import endpoint
from shared.kit.testing.tokens import KeyPair
from shared.kit.tests.things import MEMBER, ROUTES, ThingOut, headers, refusal
from structlog.contextvars import get_contextvars
from werkzeug.test import TestResponse


def test_a_member_is_who_the_token_says(client: FlaskClient, keys: KeyPair) -> None:
    answer = client.post("/api/thing.php", json={"name": "it"}, headers=headers(keys.token(MEMBER)))

    assert (answer.status_code, answer.json) == (201, {"name": "it", "owner": str(MEMBER)})
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_refusal_is_in_the_visitors_language_the_members_or_the_sites(client: FlaskClient, keys: KeyPair) -> None:
    def message(chosen: str, **more: str) -> str:
        of_german = headers(keys.token(MEMBER, locale="de"), **{"x-pairwise-locale": chosen, **more})
        return str(client.post("/api/thing.php", json={}, headers=of_german).json["error"]["message"])

    def first_visit(site: str) -> str:
        of_nobody = {"X-Request-Type": "app", "Accept-Language": "fr", "x-pairwise-site-locale": site}
        return str(client.post("/api/thing.php", json={}, headers=of_nobody).json["error"]["message"])

    assert message("") == message("", **{"x-pairwise-site-locale": "pl"}) == message("de")
    assert len({message(""), message("nl"), message("en")}) == 3
    assert len({first_visit("pl"), first_visit("en"), first_visit("")}) == 3


def test_no_token_a_forged_one_and_an_old_one_are_all_nobody(
    client: FlaskClient, keys: KeyPair, tmp_path: Path
) -> None:
    nobody = (403, "authentication_required")
    forged = KeyPair.make(tmp_path).token(MEMBER)
    old = keys.token(MEMBER, lasts=timedelta(minutes=-1))

    for token in (None, "nonsense", forged, old):
        assert refusal(client.get("/api/thing.php", headers=headers(token))) == nobody


def test_a_token_opens_its_own_site_only(client: FlaskClient, keys: KeyPair) -> None:
    token = keys.token(MEMBER, site="pairwise")

    for site, status in (("pairwise", 201), ("iskra", 403)):
        asked = headers(token) | {"x-pairwise-site": site}
        answer = client.post("/api/thing.php", json={"name": "it"}, headers=asked)
        assert answer.status_code == status


def test_a_revoked_session_is_refused(client: FlaskClient, keys: KeyPair) -> None:
    session_id = uuid4()
    client.application.extensions["revocations"].sessions[session_id] = time.time() + 600

    answer = client.get("/api/thing.php", headers=headers(keys.token(MEMBER, session_id=session_id)))

    assert refusal(answer) == (403, "authentication_required")


@pytest.mark.parametrize("heartbeat", [NEVER, time.time() - 3600], ids=["never", "an hour ago"])
def test_a_token_that_nothing_recent_proves_is_refused(client: FlaskClient, keys: KeyPair, heartbeat: float) -> None:
    """Without a recent heartbeat a token counts for as long as its issue proves its session."""
    client.application.extensions["revocations"].checked_at = heartbeat

    def ask(age: timedelta) -> TestResponse:
        return client.post("/api/thing.php", json={"name": "it"}, headers=headers(keys.token(MEMBER, age=age)))

    assert ask(timedelta()).status_code == 201
    assert refusal(ask(timedelta(minutes=1))) == (403, "authentication_required")


@pytest.mark.parametrize("site", ["", None])
def test_a_request_without_the_gateways_word_of_its_site_is_nobodys(
    client: FlaskClient, keys: KeyPair, site: str | None
) -> None:
    asked = headers(keys.token(MEMBER))
    del asked["x-pairwise-site"]

    answer = client.get("/api/thing.php", headers=asked if site is None else asked | {"x-pairwise-site": site})

    assert refusal(answer) == (403, "authentication_required")


def test_premium_is_for_premium_members(client: FlaskClient, keys: KeyPair) -> None:
    assert refusal(client.get("/api/better.php", headers=headers(keys.token(MEMBER)))) == (403, "premium_required")


def test_a_bug_says_nothing_of_itself(client: FlaskClient, keys: KeyPair) -> None:
    answer = client.get("/api/better.php", headers=headers(keys.token(MEMBER, premium=True)))

    assert answer.json == {"error": {"code": "internal", "message": "An error occurred, please try again later"}}
    assert answer.status_code == 500


def test_a_refusal_is_counted_and_logged_with_its_request(
    client: FlaskClient, keys: KeyPair, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged, bound = Mock(), dict[str, str]()
    logged.info.side_effect = lambda *_, **__: bound.update(get_contextvars())
    monkeypatch.setattr("shared.kit.http.error_handlers.logger", lambda: logged)
    counted = refusals.labels("/api/better.php", "premium_required")
    before = counted._value.get()

    client.get("/api/better.php", headers=headers(keys.token(MEMBER), **{"X-Request-Id": "one"}))

    assert counted._value.get() == before + 1
    logged.info.assert_called_once_with("request_refused", route="/api/better.php", code="premium_required", status=403)
    assert bound == {"request_id": "one"}
    assert get_contextvars() == {}, "the thread serves others"


def test_a_refusal_is_carried_with_200_for_clients_that_ask(client: FlaskClient, keys: KeyPair) -> None:
    def answer(path: str, token: str | None, **more: str) -> tuple[int, str | None, str]:
        given = client.post(path, json={"name": "i"}, headers=headers(token, **more))
        return given.status_code, given.headers.get("X-Refusal-Status"), given.json["error"]["code"]

    member, asks = keys.token(MEMBER), {"X-Refusal-Status": "header"}
    measured = requests_seconds.labels("/api/thing.php", "POST", 422)
    before = _count(measured)

    assert answer("/api/thing.php", member) == (422, None, "validation_failed")
    assert answer("/api/thing.php", member, **asks) == (200, "422", "validation_failed")
    assert answer("/api/forgotten.php", member, **asks) == (200, "404", "not_found")
    assert answer("/api/thing.php", None, **asks) == (403, None, "authentication_required")
    assert _count(measured) == before + 2, "metrics have the status of the refusal"


def test_undeclared_routes_are_not_found(client: FlaskClient, keys: KeyPair) -> None:
    token = headers(keys.token(MEMBER))

    assert refusal(client.get("/api/forgotten.php", headers=token)) == (404, "not_found")
    assert refusal(client.delete("/api/thing.php", json={}, headers=token)) == (405, "method_not_allowed")


def _count(measured: Histogram) -> float:
    return float(next(sample.value for sample in measured.collect()[0].samples if sample.name.endswith("_count")))


def test_later_is_said_with_how_much_later(client: FlaskClient) -> None:
    answer = client.put("/api/thing.php", json={"name": "it"}, headers=headers())

    assert (refusal(answer), answer.headers["Retry-After"]) == ((429, "rate_limited"), "7")


def test_a_database_that_is_down_is_a_stated_answer(keys: KeyPair, tmp_path: Path) -> None:
    routes = tmp_path / "routes.yaml"
    routes.write_text(ROUTES)
    settings = Settings.from_environment(
        PAIRWISE_SERVICE="things",
        PAIRWISE_ENV="test",
        DATABASE_URL="postgresql://nobody@127.0.0.1:9/nothing",
        TOKEN_PUBLIC_KEY=str(keys.public),
        ROUTES_FILE=str(routes),
    )
    database, things = Database(settings.database_url), Blueprint("things", __name__, url_prefix="/api")

    @things.get("/thing.php")
    @endpoint()
    def get() -> ThingOut:
        with database.reader.connect():
            raise AssertionError("the database is not down")

    client = create_app(settings, database, [things], None).test_client()

    answer = client.get("/api/thing.php", headers=headers(keys.token(MEMBER)))

    assert (refusal(answer), answer.headers["Retry-After"]) == ((503, "unavailable"), "2")
    assert client.get("/health/live").status_code == 200
    assert client.get("/health/ready").status_code == 503
