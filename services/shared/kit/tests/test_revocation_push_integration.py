"""Revocations are pushed over Redis; the table is read rarely while they are, and often while they are not."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from redis import Redis
from runner.backing_services import redis
from shared.kit.revocation_channel import CHANNEL, RevocationPublisher, decoded, encoded
from shared.kit.storage import Database
from shared.kit.web import revocation_subscriber, revocations
from shared.kit.web.revocation_subscriber import RevocationSubscriber
from shared.kit.web.revocations import FRESH_SECONDS, PUSHED_FRESH_SECONDS, Revocations, RevocationSnapshot

TIMEOUT_SECONDS = 60
MALFORMED = [b"", b"x", b"\xff\x00", b"null", b"0" * 5_000, b"%s" % str(UUID(int=1)).encode(), b"[1] 2"]


class Clock:
    """The clock of `shared.kit.web.revocations`."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def monotonic(self) -> float:
        return self.now

    time = monotonic


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(revocations, "time", clock)
    return clock


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with redis() as url:
        yield url


def until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def in_ten_minutes() -> datetime:
    return datetime.now(UTC) + timedelta(minutes=10)


@pytest.mark.parametrize(("is_subscribed", "seconds"), [(False, FRESH_SECONDS), (True, PUSHED_FRESH_SECONDS)])
def test_the_table_is_due_rarely_while_pushes_arrive(clock: Clock, is_subscribed: bool, seconds: float) -> None:
    snapshot = RevocationSnapshot(is_source=False)
    if is_subscribed:
        snapshot.connected()
    reads = 0
    for _ in range(1_200):
        if snapshot.is_due:
            snapshot.take((None, 0), clock.now)
            reads += 1
        clock.now += 0.1

    assert reads == pytest.approx(120 / seconds, rel=0.1)


def test_a_table_read_before_the_subscription_is_read_again(clock: Clock) -> None:
    snapshot = RevocationSnapshot(is_source=False)
    asked_at = clock.now
    clock.now += 1
    snapshot.connected()

    snapshot.take((None, 0), asked_at)

    assert snapshot.is_due


def test_a_pushed_session_is_refused_at_once_and_after_the_next_read(clock: Clock) -> None:
    snapshot, session = RevocationSnapshot(is_source=True), uuid4()
    snapshot.take((None, None), clock.now)
    known = snapshot.latest

    snapshot.push(session, clock.now + 600)

    assert known.refuses(session, clock.now, clock.now)
    snapshot.take((None, None), clock.now)
    assert snapshot.latest.refuses(session, clock.now, clock.now)
    assert not snapshot.latest.refuses(uuid4(), clock.now, clock.now)


def test_pushed_sessions_are_forgotten_when_their_tokens_have_ended(clock: Clock) -> None:
    snapshot, session = RevocationSnapshot(is_source=True), uuid4()
    snapshot.push(session, clock.now + 600)
    clock.now += 601

    snapshot.take((None, None), clock.now)

    assert not snapshot.latest.refuses(session, clock.now, clock.now)


@pytest.mark.parametrize("message", MALFORMED)
def test_a_malformed_message_is_nothing(message: bytes) -> None:
    assert decoded(message) is None


def test_a_message_that_would_be_kept_for_ever_is_malformed() -> None:
    assert decoded(encoded(uuid4(), datetime.now(UTC) + timedelta(days=30)).encode()) is None


def test_a_revocation_arrives_although_no_table_has_it(database: Database, server: str) -> None:
    found, session = Revocations(database, is_source=False), uuid4()
    subscriber = RevocationSubscriber(server, found.snapshot)
    subscriber.start()
    try:
        with Redis.from_url(server) as client:
            until(lambda: bool(client.pubsub_numsub(CHANNEL)[0][1]))
            for message in MALFORMED:
                client.publish(CHANNEL, message)
        RevocationPublisher(server).publish([encoded(session, in_ten_minutes())])
        until(lambda: found.known().refuses(session, time.time(), time.time()))
    finally:
        subscriber.stop()


def test_a_lost_connection_is_made_again(database: Database, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revocation_subscriber, "RETRY_SECONDS", 0.05)
    snapshot, session = RevocationSnapshot(is_source=False), uuid4()
    subscriber = RevocationSubscriber(server, snapshot)
    subscriber.start()
    try:
        with Redis.from_url(server) as client:
            for _ in range(2):
                until(lambda: bool(client.pubsub_numsub(CHANNEL)[0][1]))
                client.client_kill_filter(_type="pubsub")
        publisher, message = RevocationPublisher(server), encoded(session, in_ten_minutes())

        def is_refused() -> bool:
            # The server counts a killed subscriber for a moment more, so a single message may reach nobody.
            publisher.publish([message])
            return snapshot.latest.refuses(session, time.time(), time.time())

        until(is_refused)
    finally:
        subscriber.stop()


def test_a_publisher_without_redis_waits_for_nobody() -> None:
    assert RevocationPublisher("redis://127.0.0.1:1/0").publish([encoded(uuid4(), in_ten_minutes())])
