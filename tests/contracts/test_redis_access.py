"""Permissions of each user of Redis, with real connections: its own keys and commands; nothing without a password."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import pytest
from chat.clients.member_channel import FeedPublisher, channel_of
from chat.clients.typing import RedisTyping
from identity.revocation_stream import RevocationPublisher, add_heartbeat, encoded
from redis import AuthenticationError, Redis
from redis.exceptions import NoPermissionError, ResponseError
from runner.backing_services import redis
from runner.permissions import TESTER, redis_rules
from shared.kit.core import REVOKED, STREAM, KnownRevocations
from shared.kit.db import CHANNEL
from shared.kit.http.sliding_window.counter import Count
from shared.kit.http.sliding_window.redis import RedisCounter, prefix_of
from shared.registry import Window, service_names, services

USERS = list(redis_rules(services()))
EVERY_SERVICE = pytest.mark.parametrize("service", service_names())
DANGEROUS = [
    *["FLUSHALL", "FLUSHDB", "KEYS *", "SCAN 0", "RANDOMKEY", "DBSIZE", "CONFIG GET *", "ACL LIST", "ACL WHOAMI"],
    *["CLIENT LIST", "CLIENT KILL ID 1", "DEBUG SLEEP 0", "SHUTDOWN", "SAVE", "REPLICAOF NO ONE", "MONITOR", "INFO"],
    *["SCRIPT FLUSH", "MODULE LIST", "SLOWLOG GET", "MIGRATE 127.0.0.1 1 x 0 1", "PSUBSCRIBE *", "PUBSUB CHANNELS"],
]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with redis({user: f"password of {user}" for user in USERS}) as url:
        yield url


def url_of(server: str, user: str, password: str | None = None) -> str:
    parts = urlsplit(server)
    secret = (password or f"password of {user}").replace(" ", "%20")
    return urlunsplit(parts._replace(netloc=f"{user}:{secret}@{parts.netloc}"))


def connected(server: str, user: str) -> Redis:
    return Redis.from_url(url_of(server, user), decode_responses=True)


def test_nobody_enters_without_a_password(server: str) -> None:
    with pytest.raises(AuthenticationError):
        Redis.from_url(server).get("limit:chat:x")
    for user in [*USERS, "default", "nobody"]:
        with pytest.raises(AuthenticationError):
            Redis.from_url(url_of(server, user, "guessed")).ping()


@EVERY_SERVICE
def test_a_service_counts_under_its_own_keys(server: str, service: str) -> None:
    counter = RedisCounter(url_of(server, service), prefix_of(service))
    for item in ("", "profile"):
        count = Count(uuid4().hex, Window(1, 60, bool(item)), item)
        assert counter.take([count]) is None
        assert counter.take([Count(count.key, count.window, item and "another")]) is not None


@EVERY_SERVICE
def test_a_service_reaches_no_key_of_another(server: str, service: str) -> None:
    own = connected(server, service)
    keys = [f"{prefix_of(other)}x" for other in service_names() if other != service]
    keys += ["limit:x", "x", *([] if service == "chat" else ["chat.typing:x:y"])]
    for key in keys:
        with pytest.raises(NoPermissionError):
            own.set(key, 1)
        with pytest.raises(NoPermissionError):
            own.zadd(key, {"x": 1})
        with pytest.raises(NoPermissionError):
            own.eval("return redis.call('HGETALL', KEYS[1])", 1, key)


@pytest.mark.parametrize("user", USERS)
def test_no_user_runs_a_command_it_does_not_need(server: str, user: str) -> None:
    for command in DANGEROUS:
        if (user, command) == (TESTER, "FLUSHALL"):
            continue
        # DEBUG is refused to everybody by the server's own settings, before permissions are looked at.
        with pytest.raises(ResponseError, match=r"has no permissions|DEBUG command not allowed"):
            connected(server, user).execute_command(*command.split())  # type: ignore[no-untyped-call]


def test_pages_of_a_member_are_reached_by_chat_alone(server: str) -> None:
    member_id, channel = uuid4(), channel_of(uuid4())
    subscriber = connected(server, "chat").pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
    subscriber.subscribe(channel_of(member_id))
    assert subscriber.get_message(timeout=60) is None

    RedisTyping(url_of(server, "chat")).publish(member_id, uuid4(), uuid4())
    assert FeedPublisher(url_of(server, "chat")).publish([str(member_id)])

    for _ in range(2):
        assert (subscriber.get_message(timeout=60) or {})["channel"] == channel_of(member_id)
    for service in service_names():
        with pytest.raises(NoPermissionError):
            connected(server, service).publish(channel if service != "chat" else "other", "{}")
        foreign = connected(server, service).pubsub()  # type: ignore[no-untyped-call]
        foreign.subscribe(channel if service != "chat" else "other")
        with pytest.raises(NoPermissionError):
            foreign.get_message(timeout=60)


@EVERY_SERVICE
def test_every_service_reads_the_stream_of_revocations_that_identity_writes(server: str, service: str) -> None:
    session_id, until = uuid4(), datetime.now(UTC) + timedelta(minutes=10)
    previous = connected(server, service).pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
    previous.subscribe(CHANNEL)
    assert previous.get_message(timeout=60) is None

    RevocationPublisher(url_of(server, "identity")).publish([encoded(session_id, until)])
    add_heartbeat(Redis.from_url(url_of(server, "identity")), list)

    assert (previous.get_message(timeout=60) or {})["data"] == encoded(session_id, until)
    known = KnownRevocations()
    with Redis.from_url(url_of(server, service)) as own:
        known.read(own)
        assert session_id in known.sessions
        assert own.xread({STREAM: 0}, count=1, block=1)
        if service != "identity":
            with pytest.raises(NoPermissionError):
                own.xadd(STREAM, {REVOKED: "x"})
            with pytest.raises(NoPermissionError):
                own.delete(STREAM)


def test_a_test_empties_redis_and_reads_nothing(server: str) -> None:
    tester = connected(server, TESTER)
    assert tester.flushall()
    with pytest.raises(NoPermissionError):
        tester.get("limit:chat:x")
