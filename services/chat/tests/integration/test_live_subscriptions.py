"""Four live processes: each receives what concerns the members whose pages it serves, and nothing else."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from uuid import UUID, uuid4

import httpx
import pytest
from chat.clients.member_channel import FeedPublisher, channel_of
from chat.storage.feed import FEED
from chat.tests.fakes import FakeBilling
from chat.tests.integration.test_live_process import Process
from chat.tests.streams import TIMEOUT_SECONDS, GatewayLine, live_process
from chat.tests.world import World
from chat.wiring import Wiring
from redis import Redis
from shared.kit.core import REVOKED, STREAM
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair

PROCESSES, MEMBERS_EACH = 4, 3


@pytest.fixture
def with_redis(wired: Wiring, database: Database, redis_server: str) -> Wiring:
    """As `wire` makes it: commits are published to Redis."""
    publishing = Database(database.url, pool_size=4)
    publishing.commit_notifier.publish_with(FEED, FeedPublisher(redis_server).publish)
    settings = wired.settings.model_copy(update={"redis_url": redis_server})
    return replace(wired, settings=settings, database=publishing)


@pytest.fixture
def processes(with_redis: Wiring, keys: KeyPair) -> Iterator[list[Process]]:
    with ExitStack() as started:
        found = []
        for _ in range(PROCESSES):
            process = Process(with_redis, keys)
            started.callback(process.process.join)
            started.callback(process.process.kill)
            found.append(process)
        yield found


def until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def until_subscribed(redis: str, members: list[UUID], processes: int = 1) -> None:
    with Redis.from_url(redis) as client:
        until(lambda: all(client.pubsub_numsub(channel_of(each))[0][1] == processes for each in members))


def received(process: Process, name: str) -> int:
    metrics = httpx.get(f"http://127.0.0.1:{process.port}/metrics").text
    found = re.search(rf"^{name}_total (\S+)$", metrics, re.MULTILINE)
    return int(float(found[1])) if found else 0


def test_a_process_receives_what_its_own_members_need(
    processes: list[Process], with_redis: Wiring, billing: FakeBilling, keys: KeyPair, redis_server: str
) -> None:
    world = World(with_redis.database, billing)
    members = [[world.a_member() for _ in range(MEMBERS_EACH)] for _ in processes]
    absent = world.a_member()
    with ExitStack() as lines:
        pages = {}
        for process, own in zip(processes, members, strict=True):
            line = lines.enter_context(GatewayLine(process.port))
            for member in own:
                pages[member] = line, line.open(keys.token(member))
                line.until(lambda page=pages[member]: b"event: hello" in page[0].received[page[1]])  # type: ignore[misc]
        until_subscribed(redis_server, list(pages))

        expected: Counter[int] = Counter()
        for number, sender in enumerate(pages):
            line, page = pages[sender]
            for recipient in [*list(pages)[number + 1 : number + 3], absent]:
                text = f"from {number} to {recipient}"
                world.send(sender, recipient, text)
                # Notifications that wait together are sent once: wait for each.
                line.until(lambda: text.encode() in line.received[page])  # noqa: B023
                for of, own in enumerate(members):
                    expected[of] += (sender in own) + (recipient in own)

        needed = [expected[of] for of in range(PROCESSES)]
        until(lambda: [received(each, "live_messages_received") for each in processes] == needed)
        assert [received(each, "live_notifications_received") for each in processes] == [0] * PROCESSES


def test_without_redis_every_process_receives_the_notify(
    with_redis: Wiring, billing: FakeBilling, keys: KeyPair, database: Database
) -> None:
    gone = Database(database.url, pool_size=4)
    gone.commit_notifier.publish_with(FEED, FeedPublisher("redis://127.0.0.1:1/0").publish)
    world = World(gone, billing)
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    settings = with_redis.settings.model_copy(update={"redis_url": "redis://127.0.0.1:1/0"})

    with live_process(replace(with_redis, settings=settings), keys) as live, live.page(bo) as page:
        world.send(ann, bo, "by NOTIFY")
        assert page.next().data["message"]["text"] == "by NOTIFY"


def test_the_last_page_of_a_member_ends_the_subscription(
    with_redis: Wiring, world: World, keys: KeyPair, redis_server: str
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    with live_process(with_redis, keys) as live, live.page(bo):
        with live.page(ann):
            with live.page(ann):
                until_subscribed(redis_server, [ann, bo])
            until_subscribed(redis_server, [ann, bo])
        until_subscribed(redis_server, [ann], processes=0)
        until_subscribed(redis_server, [bo])


def test_a_lost_connection_to_redis_loses_no_event(
    with_redis: Wiring, billing: FakeBilling, keys: KeyPair, redis_server: str
) -> None:
    world = World(with_redis.database, billing)
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    with live_process(with_redis, keys) as live, live.page(bo) as page, Redis.from_url(redis_server) as client:
        until_subscribed(redis_server, [bo])
        for number in range(3):
            client.client_kill_filter(_type="pubsub")
            world.send(ann, bo, f"{number}")
            assert page.next().data["message"]["text"] == f"{number}"
            until_subscribed(redis_server, [bo])


def test_a_stream_ends_when_its_session_is_revoked(
    with_redis: Wiring, world: World, keys: KeyPair, redis_server: str
) -> None:
    session, ann = uuid4(), world.a_member("Ann")

    with live_process(with_redis, keys) as live, live.page(ann, session_id=session) as page, live.page(ann) as other:
        with Redis.from_url(redis_server) as client:
            client.xadd(STREAM, {REVOKED: f"{session} {int(time.time()) + 600}"})
        page.wait_for_end()
        assert other.receives_nothing(0)
        refused = httpx.get(
            f"{live.url}/api/stream.php",
            headers={"x-pairwise-token": keys.token(ann, session_id=session), "x-pairwise-site": "pairwise"},
        )

    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "authentication_required")
