"""Authentication, authorization and error answers of an app with two routes."""

from datetime import date, timedelta
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from flask import Blueprint, Flask
from flask.testing import FlaskClient
from pydantic import Field
from shared.kit.errors import NotFound, RateLimited
from shared.kit.settings import Settings
from shared.kit.storage import Database
from shared.kit.storage.tables import RevocationCheck, RevokedSession
from shared.kit.testing.tokens import KeyPair
from shared.kit.web import caller, create_app, endpoint
from shared.kit.web.endpoint import Input, Output
from sqlalchemy import delete, func, text, update
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

ROUTES = """
routes:
  - {path: /api/thing.php, to: things, methods: {GET: member, POST: member, PUT: anyone}}
  - {path: /api/better.php, to: things, methods: {GET: premium}}
  - {path: /api/query.php, to: things, methods: {GET: anyone}}
"""
JSON = "application/json"
MEMBER = UUID("0b9f2f0e-6f43-4a39-9d1c-8f1f4f3a2b10")


class ThingIn(Input):
    name: str = Field(min_length=2)
    count: int = 1


class ThingQuery(Input):
    """One of each type that is written in one way only."""

    whole: int | None = None
    broken: float | None = None
    truth: bool = False
    day: date | None = None
    text: str = ""


class ThingOut(Output):
    name: str
    owner: str


@pytest.fixture
def app(database: Database, keys: KeyPair, tmp_path: Path) -> Flask:
    routes = tmp_path / "routes.yaml"
    routes.write_text(ROUTES)
    things = Blueprint("things", __name__, url_prefix="/api")

    @things.get("/thing.php")
    @endpoint()
    def get() -> ThingOut:
        raise NotFound()

    @things.post("/thing.php")
    @endpoint(status=201)
    def post(body: ThingIn) -> ThingOut:
        return ThingOut(name=body.name, owner=str(caller().member_id))

    @things.put("/thing.php")
    @endpoint()
    def put(body: ThingIn) -> ThingOut:
        raise RateLimited(retry_after_seconds=7)

    @things.get("/better.php")
    @endpoint()
    def better() -> ThingOut:
        raise RuntimeError("a bug, with a secret in its words")

    @things.get("/query.php")
    @endpoint()
    def query(query: ThingQuery) -> ThingOut:
        return ThingOut(name=query.model_dump_json(), owner="")

    @things.get("/forgotten.php")
    @endpoint()
    def forgotten() -> ThingOut:
        return ThingOut(name="nobody declared me", owner="")

    settings = Settings.from_environment(
        PAIRWISE_SERVICE="things",
        PAIRWISE_ENV="test",
        DATABASE_URL=database.dsn,
        TOKEN_PUBLIC_KEY=str(keys.public),
        ROUTES_FILE=str(routes),
    )
    return create_app(settings, database, [things], None)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def headers(token: str | None = None, **more: str) -> dict[str, str]:
    found = {"X-Request-Type": "app", "x-pairwise-locale": "en", "x-pairwise-site": "pairwise", **more}
    return {**found, "x-pairwise-token": token} if token else found


def refusal(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, answer.json["error"]["code"]


def test_a_member_is_who_the_token_says(client: FlaskClient, keys: KeyPair) -> None:
    answer = client.post("/api/thing.php", json={"name": "it"}, headers=headers(keys.token(MEMBER)))

    assert (answer.status_code, answer.json) == (201, {"name": "it", "owner": str(MEMBER)})
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_refusal_is_in_the_members_language_unless_the_visitor_chose_another(
    client: FlaskClient, keys: KeyPair
) -> None:
    def message(chosen: str, **more: str) -> str:
        of_german = headers(keys.token(MEMBER, locale="de"), **{"x-pairwise-locale": chosen, **more})
        return str(client.post("/api/thing.php", json={}, headers=of_german).json["error"]["message"])

    assert message("") == message("", **{"Accept-Language": "nl"}) == message("de")
    assert len({message(""), message("nl"), message("en")}) == 3


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


def test_a_revoked_session_is_refused(client: FlaskClient, keys: KeyPair, database: Database) -> None:
    session_id = uuid4()
    with Session(database.engine) as session:
        session.add(RevokedSession(session_id=session_id, expires_at="2999-01-01T00:00:00Z"))
        session.commit()

    answer = client.get("/api/thing.php", headers=headers(keys.token(MEMBER, session_id=session_id)))

    assert refusal(answer) == (403, "authentication_required")


def test_a_token_that_nothing_recent_proves_is_refused(client: FlaskClient, keys: KeyPair, database: Database) -> None:
    """The worker has copied no revocations for an hour: a token is good for as long as it proves itself."""
    with Session(database.engine) as session:
        session.execute(update(RevocationCheck).values(checked_at=func.now() - text("interval '1 hour'")))
        session.commit()

    def ask(age: timedelta) -> TestResponse:
        return client.post("/api/thing.php", json={"name": "it"}, headers=headers(keys.token(MEMBER, age=age)))

    assert ask(timedelta()).status_code == 201
    assert refusal(ask(timedelta(minutes=1))) == (403, "authentication_required")


def test_without_any_copy_of_the_revocations_only_new_tokens_are_good(
    client: FlaskClient, keys: KeyPair, database: Database
) -> None:
    with Session(database.engine) as session:
        session.execute(delete(RevocationCheck))
        session.commit()

    def ask(age: timedelta) -> int:
        token = keys.token(MEMBER, age=age)
        return client.post("/api/thing.php", json={"name": "it"}, headers=headers(token)).status_code

    assert [ask(timedelta()), ask(timedelta(minutes=1))] == [201, 403]


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


def test_undeclared_routes_are_not_found(client: FlaskClient, keys: KeyPair) -> None:
    token = headers(keys.token(MEMBER))

    assert refusal(client.get("/api/forgotten.php", headers=token)) == (404, "not_found")
    assert refusal(client.delete("/api/thing.php", json={}, headers=token)) == (405, "method_not_allowed")


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"name": "field_required"}),
        ({"name": "x"}, {"name": "field_too_short"}),
        ({"name": "it", "count": "many", "role": "admin"}, {"count": "field_invalid", "role": "field_unknown"}),
    ],
)
def test_every_wrong_field_is_named(
    client: FlaskClient, keys: KeyPair, body: dict[str, str], fields: dict[str, str]
) -> None:
    answer = client.post("/api/thing.php", json=body, headers=headers(keys.token(MEMBER)))

    assert refusal(answer) == (422, "validation_failed")
    assert {wrong["field"]: wrong["code"] for wrong in answer.json["error"]["errors"]} == fields


@pytest.mark.parametrize("count", ["true", '"1"', "1.0", "1e0", "-0.0", "null", "[1]"])
def test_only_an_integer_is_an_integer(client: FlaskClient, keys: KeyPair, count: str) -> None:
    body = b'{"name": "it", "count": %s}' % count.encode()

    answer = client.post("/api/thing.php", data=body, headers=headers(keys.token(MEMBER)), content_type=JSON)

    assert refusal(answer) == (422, "validation_failed")


@pytest.mark.parametrize("count", ["1" + "0" * 4300, "9" * 60_000, "9007199254740993", "1e400", "NaN"])
def test_a_number_no_computer_has_is_malformed(client: FlaskClient, keys: KeyPair, count: str) -> None:
    body = b'{"name": "it", "count": %s}' % count.encode()

    answer = client.post("/api/thing.php", data=body, headers=headers(keys.token(MEMBER)), content_type=JSON)

    assert refusal(answer) == (400, "malformed_request")


@pytest.mark.parametrize(
    "query",
    [
        *("whole= 1", "whole=%2B1", "whole=1_000", "whole=1.0", "whole=true", "whole=٣", "whole=01", "whole=1e3"),
        *("broken=1e400", "broken=nan", "broken=.5", "broken=1_0.5", "broken=0x1p3", "whole=" + "9" * 5000),
        *("truth=yes", "truth=on", "truth=TRUE", "truth=2", "day=1700000000", "day=2020-1-1", "day=2020-02-30"),
    ],
)
def test_a_query_is_written_in_one_way(client: FlaskClient, query: str) -> None:
    assert refusal(client.get(f"/api/query.php?{query}", headers=headers())) == (422, "validation_failed")


def test_a_query_has_numbers_truth_values_and_dates(client: FlaskClient) -> None:
    answer = client.get("/api/query.php?whole=-7&broken=4.25&truth=true&day=2020-02-29&text=1_0", headers=headers())

    read = ThingQuery.model_validate_json(answer.json["name"])
    assert read == ThingQuery(whole=-7, broken=4.25, truth=True, day=date(2020, 2, 29), text="1_0")


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"X-Request-Type": ""}, 403),
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-origin"}, 201),
    ],
)
def test_only_our_own_pages_change_anything(
    client: FlaskClient, keys: KeyPair, changes: dict[str, str], status: int
) -> None:
    sent = headers(keys.token(MEMBER), **{"Content-Type": "application/json", **changes})

    assert client.post("/api/thing.php", data=b'{"name": "it"}', headers=sent).status_code == status


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
    client = create_app(settings, Database(settings.database_url), [], None).test_client()

    answer = client.get("/api/thing.php", headers=headers(keys.token(MEMBER)))

    assert (refusal(answer), answer.headers["Retry-After"]) == ((503, "unavailable"), "2")
    assert client.get("/health/live").status_code == 200
    assert client.get("/health/ready").status_code == 503
