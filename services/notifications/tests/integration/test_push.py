import base64
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from notifications.ports import PushSubscription
from notifications.usecases.subscribe_push import subscribe_push
from notifications.wiring import Wiring
from pairwise.notifications.v1.events_pb2 import PushSubscribed
from servicekit.storage import Database
from servicekit.testing.announced import announced
from servicekit.testing.web import Browser

ANN, BO = uuid4(), uuid4()


def key(count: int) -> str:
    return base64.urlsafe_b64encode(bytes(range(count))).decode().rstrip("=")


def a_subscription(endpoint: str = "https://push.example/device", **keys: str) -> dict[str, Any]:
    return {"subscription": {"endpoint": endpoint, "keys": {"p256dh": key(65), "auth": key(16), **keys}}}


def devices(database: Database) -> list[tuple[str, UUID]]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute("SELECT endpoint, member_id FROM push_subscriptions ORDER BY 1").fetchall()


def test_a_device_is_kept_and_told_once(browser: Browser, database: Database) -> None:
    ann = browser.as_member(ANN)

    for _ in range(2):
        assert ann.post("/api/user.php?push=1", a_subscription()).status_code == 201

    assert devices(database) == [("https://push.example/device", ANN)]
    assert [event.member_id for event in announced(database, PushSubscribed)] == [str(ANN)]


def test_a_device_goes_with_who_uses_it(browser: Browser, database: Database) -> None:
    browser.as_member(ANN).post("/api/user.php?push=1", a_subscription())
    browser.as_member(BO).post("/api/user.php?push=1", a_subscription())

    assert devices(database) == [("https://push.example/device", BO)]


def test_only_the_newest_devices_are_kept(wired: Wiring, database: Database) -> None:
    for number in range(13):
        device = PushSubscription(f"https://push.example/{number:02}", key(65), key(16))
        subscribe_push(wired.unit_of_work(), ANN, device)

    assert [endpoint[-2:] for endpoint, _ in devices(database)] == [f"{number:02}" for number in range(3, 13)]


@pytest.mark.parametrize(
    "body",
    [
        {},
        a_subscription("http://push.example/device"),
        a_subscription("https://user@push.example/device"),
        a_subscription("https://push.example:8443/device"),
        a_subscription("https:///device"),
        a_subscription("https://push.example:x/device"),
        a_subscription("https://push.example/" + "a" * 2000),
        a_subscription(p256dh=key(64)),
        a_subscription(auth="not base64url!"),
        a_subscription(extra="1"),
    ],
)
def test_bad_input_keeps_nothing(browser: Browser, database: Database, body: dict[str, Any]) -> None:
    answer = browser.as_member(ANN).post("/api/user.php?push=1", body)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")
    assert devices(database) == []
