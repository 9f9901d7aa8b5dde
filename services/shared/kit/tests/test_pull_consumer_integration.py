"""Pull requests of several workers to one durable consumer, on a real NATS."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack

import pytest
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig
from runner.backing_services import Server, nats
from shared.kit.events.connection import connect
from shared.kit.events.pull_consumer import PullConsumer

STREAM, DURABLE = "CHAT", "tester"
# A fetch may wait longer than a test may take: one that gets no event fails.
FETCH_SECONDS, MOST_SECONDS = 240, 60


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with nats() as server:
        yield server


Workers = list[PullConsumer]


def run(
    server: Server,
    scenario: Callable[[JetStreamContext, Workers], Awaitable[None]],
    workers: int = 1,
    max_ack_pending: int = 100,
) -> None:
    async def connected() -> None:
        client = await connect(server.url)
        js = client.jetstream(timeout=30)
        await js.add_stream(name=STREAM, subjects=["chat.*"])
        await js.add_consumer(
            STREAM,
            ConsumerConfig(
                name=DURABLE, durable_name=DURABLE, ack_policy=AckPolicy.EXPLICIT, max_ack_pending=max_ack_pending
            ),
        )
        try:
            async with AsyncExitStack() as entered, asyncio.timeout(MOST_SECONDS):
                pulls = [PullConsumer(client, STREAM, DURABLE) for _ in range(workers)]
                await scenario(js, [await entered.enter_async_context(each) for each in pulls])
        finally:
            await js.delete_stream(STREAM)
            await client.close()

    asyncio.run(connected())


async def publish(js: JetStreamContext, *bodies: str) -> None:
    for body in bodies:
        await js.publish("chat.A", body.encode())


def fetching(worker: PullConsumer, most: int = 10, seconds: float = FETCH_SECONDS) -> "asyncio.Task[list[Msg]]":
    return asyncio.ensure_future(worker.fetch(most, seconds))


async def asked(js: JetStreamContext, requests: int) -> None:
    """Until so many requests wait at NATS."""
    while (await js.consumer_info(STREAM, DURABLE)).num_waiting != requests:
        await asyncio.sleep(0.01)


def bodies(events: list[Msg]) -> list[str]:
    return [event.data.decode() for event in events]


def test_all_that_there_is_comes_at_once_and_no_more_than_asked_for(server: Server) -> None:
    async def scenario(js: JetStreamContext, workers: Workers) -> None:
        await publish(js, "1", "2", "3")
        assert bodies(await workers[0].fetch(2, FETCH_SECONDS)) == ["1", "2"]
        assert bodies(await workers[0].fetch(10, FETCH_SECONDS)) == ["3"]

    run(server, scenario)


def test_the_first_event_after_a_silence_comes_at_once(server: Server) -> None:
    async def scenario(js: JetStreamContext, workers: Workers) -> None:
        for number in ("1", "2"):
            waiting = fetching(workers[0])
            await asked(js, 1)
            await publish(js, number)
            assert bodies(await waiting) == [number]

    run(server, scenario)


def test_a_worker_that_came_while_others_waited_for_more_than_there_was_keeps_no_event(server: Server) -> None:
    async def scenario(js: JetStreamContext, workers: Workers) -> None:
        await publish(js, "1", "2")
        # With one event unacknowledged NATS delivers no other, and answers a third request with 408 Requests Pending.
        [first] = await workers[0].fetch(1, FETCH_SECONDS)
        before = fetching(workers[1])
        await asked(js, 1)
        late = fetching(workers[2])
        await asked(js, 2)

        await first.ack_sync()
        [second] = await before
        await second.ack_sync()
        await publish(js, "3")

        assert bodies(await late) == ["3"]

    run(server, scenario, workers=3, max_ack_pending=1)


def test_nothing_comes_after_its_time_and_the_next_request_is_a_new_one(server: Server) -> None:
    async def scenario(js: JetStreamContext, workers: Workers) -> None:
        assert await workers[0].fetch(10, 0.2) == []
        await publish(js, "1")
        assert bodies(await workers[0].fetch(10, FETCH_SECONDS)) == ["1"]

    run(server, scenario)


def test_events_of_a_request_that_nobody_waits_for_any_more_come_with_the_next(server: Server) -> None:
    async def scenario(js: JetStreamContext, workers: Workers) -> None:
        given_up = fetching(workers[0])
        await asked(js, 1)
        given_up.cancel()
        await publish(js, "1", "2")
        received: list[str] = []
        while len(received) < 2:
            received += bodies(await workers[0].fetch(10, FETCH_SECONDS))
        assert received == ["1", "2"]

    run(server, scenario)


@pytest.mark.parametrize("lost", ["consumer", "stream"])
def test_a_consumer_that_is_gone_is_an_error(server: Server, lost: str) -> None:
    async def scenario(js: JetStreamContext, workers: Workers) -> None:
        waiting = fetching(workers[0])
        await asked(js, 1)
        await js.delete_consumer(STREAM, DURABLE)
        if lost == "stream":
            await js.delete_stream(STREAM)
        for fetch in (waiting, fetching(workers[0])):
            with pytest.raises(NatsError):
                await fetch
        if lost == "stream":
            await js.add_stream(name=STREAM, subjects=["chat.*"])

    run(server, scenario)


def test_each_event_reaches_one_of_many_workers(server: Server) -> None:
    async def scenario(js: JetStreamContext, workers: Workers) -> None:
        expected = [str(number) for number in range(300)]
        received: list[str] = []

        async def work(worker: PullConsumer) -> None:
            while len(received) < len(expected):
                for event in await worker.fetch(7, 1):
                    received.append(event.data.decode())
                    await event.ack()

        await asyncio.gather(publish(js, *expected), *map(work, workers))
        assert sorted(received, key=int) == expected

    run(server, scenario, workers=4, max_ack_pending=20)
