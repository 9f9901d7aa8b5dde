"""Rate limits as a caller meets them, counted in a real Redis by several processes, and without one."""

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from flask import Blueprint
from flask.testing import FlaskClient
from redis import Redis
from runner.backing_services import redis
from shared.kit.core.settings import Settings
from shared.kit.db.database import Database
from shared.kit.http.app import create_app
from shared.kit.http.callers import SITE_HEADER
from shared.kit.http.endpoints import Output, endpoint
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from werkzeug.test import TestResponse

ROUTES = """
routes:
  - {path: /api/thing.php, to: things, methods: {GET: anyone, POST: anyone}, limits: {POST: post}}
"""
LIMITS = """
default: {member: [600/1m], source: [900/1m], kept: process, reason: As many as a page asks for when it opens.}
post: {member: [3/1m], source: [5/1m], reason: Few enough for a test to reach them.}
"""


class ThingOut(Output):
    name: str


@pytest.fixture(scope="module")
def redis_url() -> Iterator[str]:
    with redis() as url:
        yield url


@pytest.fixture
def clients(
    database: Database, keys: KeyPair, tmp_path: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> list[FlaskClient]:
    """Two processes of one service, which on a busy machine wait for Redis and do not count alone."""
    Redis.from_url(redis_url).flushall()
    routes = tmp_path / "routes.yaml"
    routes.write_text(ROUTES)
    (tmp_path / "limits.yaml").write_text(LIMITS)
    settings = Settings.from_environment(
        PAIRWISE_SERVICE="things",
        PAIRWISE_ENV="test",
        PAIRWISE_LIMITS="on",
        DATABASE_URL=database.dsn,
        REDIS_URL=redis_url,
        TOKEN_PUBLIC_KEY=str(keys.public),
        ROUTES_FILE=str(routes),
    )

    def process() -> FlaskClient:
        things = Blueprint("things", __name__, url_prefix="/api")

        @things.route("/thing.php", methods=["GET", "POST"])
        @endpoint()
        def thing() -> ThingOut:
            return ThingOut(name="it")

        return create_app(settings, database, [things], None).test_client()

    return [process(), process()]


def post(client: FlaskClient, *, address: str = "192.0.2.1", token: str | None = None) -> TestResponse:
    headers = {"X-Request-Type": "app", "x-pairwise-locale": "en", "X-Forwarded-For": address, SITE_HEADER: "pairwise"}
    return client.post("/api/thing.php", json={}, headers={**headers, **({"x-pairwise-token": token} if token else {})})


def test_a_member_is_counted_by_all_processes_wherever_they_call_from(
    clients: list[FlaskClient], keys: KeyPair
) -> None:
    token = keys.token(uuid4())
    answers = [post(clients[number % 2], address=f"192.0.2.{number}", token=token) for number in range(4)]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    refused = answers[-1]
    assert refused.json is not None
    assert refused.json["error"]["code"] == "rate_limited"
    assert refused.json["error"]["message"] == "That was too fast. Wait a moment and try again"
    assert 0 < int(refused.headers["Retry-After"]) <= 72
    assert post(clients[0], token=keys.token(uuid4())).status_code == 200
    asked = {"x-pairwise-token": token, SITE_HEADER: "pairwise"}
    assert clients[0].get("/api/thing.php", headers=asked).status_code == 200


def test_visitors_are_counted_by_their_network(clients: list[FlaskClient]) -> None:
    assert [post(clients[0]).status_code for _ in range(6)] == [200] * 5 + [429]
    assert post(clients[1]).status_code == 429
    assert post(clients[1], address="192.0.2.7").status_code == 200


def test_an_ipv6_customer_is_one_source(clients: list[FlaskClient]) -> None:
    addresses = [f"2001:db8:0:1::{number:x}" for number in range(1, 7)]

    assert [post(clients[0], address=address).status_code for address in addresses] == [200] * 5 + [429]
    assert post(clients[0], address="2001:db8:0:2::1").status_code == 200


def test_tokens_do_not_add_room_to_an_address(clients: list[FlaskClient], keys: KeyPair) -> None:
    answers = [post(clients[0], token=keys.token(uuid4())).status_code for _ in range(7)]

    assert answers == [200] * 5 + [429] * 2


def test_without_redis_each_process_counts_alone_and_nobody_waits(clients: list[FlaskClient], keys: KeyPair) -> None:
    for client in clients:
        redis_counter = client.application.extensions["rate_limiter"]._redis
        redis_counter._redis = Redis.from_url("redis://127.0.0.1:1/0", retry=None)
    token = keys.token(uuid4())

    answers = [post(clients[0], token=token).status_code for _ in range(4)]

    assert answers == [200] * 3 + [429]
    assert post(clients[1], token=token).status_code == 200


def test_at_once_no_more_than_the_limit_come_through(clients: list[FlaskClient], keys: KeyPair) -> None:
    token = keys.token(uuid4())

    def call(number: int) -> Callable[[], int]:
        return lambda: post(clients[number % 2].application.test_client(), token=token).status_code

    statuses = at_once(*(call(number) for number in range(12)))

    assert sorted(statuses) == [200] * 3 + [429] * 9


def test_stored_counts_name_nobody(clients: list[FlaskClient], redis_url: str) -> None:
    post(clients[0], address="192.0.2.99")
    kept = Redis.from_url(redis_url)

    [key] = kept.keys("limit:*")
    assert "192.0" not in f"{key!r} {kept.get(key)!r}"
