import base64
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask
from notifications.domain.push import PushSubscription
from notifications.events.from_identity import end_session
from notifications.usecases.subscribe_push import subscribe_push
from notifications.wiring import Wiring
from pairwise.identity.v1.events_pb2 import SessionRevoked
from pairwise.notifications.v1.events_pb2 import PushSubscribed
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

ANN, BO = uuid4(), uuid4()
DEVICE = "https://fcm.googleapis.com/device"


def key(count: int) -> str:
    return base64.urlsafe_b64encode(bytes(range(count))).decode().rstrip("=")


def a_subscription(endpoint: str = DEVICE, **keys: str) -> dict[str, Any]:
    return {"subscription": {"endpoint": endpoint, "keys": {"p256dh": key(65), "auth": key(16), **keys}}}


def devices(database: Database) -> list[tuple[str, UUID]]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute("SELECT endpoint, member_id FROM push_subscriptions ORDER BY 1").fetchall()


def test_a_device_is_stored_and_announced_once(browser: Browser, database: Database) -> None:
    ann = browser.as_member(ANN)

    for _ in range(2):
        assert ann.post("/api/user.php?push=1", a_subscription()).status_code == 201

    assert devices(database) == [(DEVICE, ANN)]
    assert [event.member_id for event in announced(database, PushSubscribed)] == [str(ANN)]


def test_a_device_belongs_to_the_last_subscriber(browser: Browser, database: Database) -> None:
    browser.as_member(ANN).post("/api/user.php?push=1", a_subscription())
    browser.as_member(BO).post("/api/user.php?push=1", a_subscription())

    assert devices(database) == [(DEVICE, BO)]


def test_only_its_owner_deletes_a_device(app: Flask, keys: KeyPair, database: Database) -> None:
    ann, bo = Browser(app, keys).as_member(ANN), Browser(app, keys).as_member(BO)
    ann.post("/api/user.php?push=1", a_subscription())

    assert bo.delete("/api/user.php?push=1", {"endpoint": DEVICE}).status_code == 200
    assert devices(database) == [(DEVICE, ANN)]
    for _ in range(2):
        assert ann.delete("/api/user.php?push=1", {"endpoint": DEVICE}).status_code == 200
    assert devices(database) == []


def test_ending_a_session_deletes_its_device(wired: Wiring, database: Database) -> None:
    ended, other = uuid4(), uuid4()
    for number, session in enumerate((ended, other)):
        device = PushSubscription(f"{DEVICE}/{number}", key(65), key(16))
        subscribe_push(wired.unit_of_work(), wired.push_services, ANN, session, device)

    with wired.unit_of_work() as uow:
        end_session(uow, SessionRevoked(session_id=str(ended)), wired)
        uow.commit()

    assert [endpoint for endpoint, _ in devices(database)] == [f"{DEVICE}/1"]


def test_only_the_newest_devices_are_kept(wired: Wiring, database: Database) -> None:
    for number in range(13):
        device = PushSubscription(f"{DEVICE}/{number:02}", key(65), key(16))
        subscribe_push(wired.unit_of_work(), wired.push_services, ANN, uuid4(), device)

    assert [endpoint[-2:] for endpoint, _ in devices(database)] == [f"{number:02}" for number in range(3, 13)]


def test_devices_that_come_at_once_stay_within_the_limit(wired: Wiring, database: Database) -> None:
    start = Barrier(4)

    def subscribe(number: int) -> None:
        start.wait()
        for turn in range(4):
            device = PushSubscription(f"{DEVICE}/{number}-{turn}", key(65), key(16))
            subscribe_push(wired.unit_of_work(), wired.push_services, ANN, uuid4(), device)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(subscribe, range(4)))

    assert len(devices(database)) == 10


@pytest.mark.parametrize(
    "body",
    [
        {},
        a_subscription(""),
        a_subscription("https://fcm.googleapis.com/" + "a" * 2000),
        a_subscription(p256dh=key(64)),
        a_subscription(auth="not base64url!"),
        a_subscription(extra="1"),
    ],
)
def test_bad_input_stores_nothing(browser: Browser, database: Database, body: dict[str, Any]) -> None:
    answer = browser.as_member(ANN).post("/api/user.php?push=1", body)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")
    assert devices(database) == []


def test_an_endpoint_outside_the_allow_list_is_refused(browser: Browser, database: Database) -> None:
    answer = browser.as_member(ANN).post("/api/user.php?push=1", a_subscription("https://10.0.0.1/inside"))

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "push_service_unknown")
    assert devices(database) == []
