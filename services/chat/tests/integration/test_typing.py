import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from chat.clients.member_channel import channel_of
from chat.clients.typing import RedisTyping
from chat.domain.conversation import conversation_of
from chat.tests.streams import TIMEOUT_SECONDS, live_process
from chat.tests.world import World
from chat.usecases.report_typing import report_typing
from chat.wiring import Wiring
from redis import Redis
from runner.backing_services import redis
from shared.kit.core.circuit_breaker import FAILURES
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair


@pytest.fixture(scope="module")
def redis_url() -> Iterator[str]:
    with redis() as url:
        yield url


@pytest.fixture
def with_redis(wired: Wiring, database: Database, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Wiring:
    # On a busy machine: wait for Redis, and keep the interval of repetitions longer than the test.
    monkeypatch.setattr("chat.clients.typing.TIMEOUT_SECONDS", TIMEOUT_SECONDS)
    monkeypatch.setattr("chat.clients.typing.INTERVAL_MILLISECONDS", 1_000 * TIMEOUT_SECONDS)
    settings = wired.settings.model_copy(update={"redis_url": redis_url})
    return replace(wired, settings=settings, typing=RedisTyping(redis_url))


def until_subscribed(redis_url: str, member_id: UUID) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not Redis.from_url(redis_url).pubsub_numsub(channel_of(member_id))[0][1]:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_typing_is_seen_once_in_a_while(with_redis: Wiring, world: World, keys: KeyPair, redis_url: str) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)

    with live_process(with_redis, keys) as live, live.page(bo) as page:
        until_subscribed(redis_url, bo)
        for _ in range(3):
            report_typing(world.unit(), with_redis.typing, ann, bo)
        event = page.next()

        assert (event.name, event.id) == ("typing", None)
        assert event.data == {"conversation_id": str(conversation_of(ann, bo)), "profile_id": str(ann)}
        assert page.receives_nothing()


def test_typing_of_a_blocked_member_is_not_shown(
    with_redis: Wiring, world: World, keys: KeyPair, redis_url: str
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    world.block(bo, ann)

    with live_process(with_redis, keys) as live, live.page(bo) as page:
        until_subscribed(redis_url, bo)
        with_redis.typing.publish(bo, ann, conversation_of(ann, bo))

        assert page.receives_nothing()


def test_without_redis_typing_is_lost_and_nothing_else() -> None:
    RedisTyping("redis://127.0.0.1:1/0").publish(uuid4(), uuid4(), uuid4())


def test_a_redis_that_says_nothing_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chat.clients.typing.TIMEOUT_SECONDS", 0.01)
    monkeypatch.setattr("chat.clients.typing.OPEN_SECONDS", 3600)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        typing = RedisTyping(f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        for _ in range(FAILURES):
            typing.publish(uuid4(), uuid4(), uuid4())
            silent.accept()[0].close()

        typing.publish(uuid4(), uuid4(), uuid4())

        silent.setblocking(False)
        with pytest.raises(BlockingIOError):
            silent.accept()
