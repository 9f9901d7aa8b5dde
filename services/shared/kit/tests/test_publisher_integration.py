"""Batches of the outbox on a real NATS: whole, in order, and single messages where NATS takes no batch."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from nats.js import JetStreamContext
from nats.js.errors import NoStreamResponseError
from runner.backing_services import Server, nats
from shared.kit.events import publisher
from shared.kit.events.connection import connect
from shared.kit.events.publisher import Publisher
from shared.ops.provisioner.plan import plan_of
from shared.ops.provisioner.reconcile import reconcile
from shared.registry.services import Service
from sqlalchemy import Row
from sqlalchemy.engine.result import SimpleResultMetaData

PLAN = plan_of([Service("chat", (), {}, {})])
COLUMNS = ("seq", "event_id", "subject", "payload", "traceparent")


@pytest.fixture(scope="module")
def nats_server() -> Iterator[Server]:
    with nats() as server:
        yield server


def rows(many: int, first: int = 1) -> list[Row[Any]]:
    """Rows of an outbox, as the relay reads them."""
    metadata = SimpleResultMetaData(COLUMNS)
    return [
        Row(metadata, None, metadata._key_to_index, (seq, uuid4(), "chat.Thing", b"%d" % seq, None))
        for seq in range(first, first + many)
    ]


def run(server: Server, scenario: Callable[[JetStreamContext], Awaitable[Any]]) -> Any:
    async def connected() -> Any:
        client = await connect(server.url)
        js = client.jetstream(timeout=5)
        try:
            await reconcile(js, PLAN)
            return await scenario(js)
        finally:
            await js.delete_stream("CHAT")
            await client.close()

    return asyncio.run(connected())


async def in_stream(js: JetStreamContext) -> list[bytes]:
    last = (await js.stream_info("CHAT")).state.last_seq
    return [(await js.get_msg("CHAT", number)).data or b"" for number in range(1, last + 1)]


@pytest.mark.parametrize("many", [1, publisher.FEWEST_IN_A_BATCH, 1_000, 1_001])
def test_rows_are_stored_in_their_order_with_their_sequences(nats_server: Server, many: int) -> None:
    async def scenario(js: JetStreamContext) -> tuple[list[int], list[bytes]]:
        return await Publisher(js, "chat").publish(rows(many)), await in_stream(js)

    sequences, stored = run(nats_server, scenario)

    assert sequences == list(range(1, many + 1))
    assert stored == [b"%d" % seq for seq in range(1, many + 1)]


def test_a_batch_of_which_some_are_stored_already_is_completed(nats_server: Server) -> None:
    twenty = rows(20)

    async def scenario(js: JetStreamContext) -> tuple[list[int], list[bytes], int]:
        sender = Publisher(js, "chat")
        await sender.publish(twenty[:3])
        sequences = await sender.publish(twenty)
        return sequences, await in_stream(js), sender.most

    sequences, stored, most = run(nats_server, scenario)

    assert sequences == list(range(1, 21))
    assert stored == [b"%d" % seq for seq in range(1, 21)]
    assert most == publisher.MOST_IN_A_BATCH  # the next batch is tried as a whole again


def test_a_stream_that_takes_no_batches_gets_single_messages(nats_server: Server) -> None:
    async def scenario(js: JetStreamContext) -> tuple[list[int], list[bytes], int]:
        config = (await js.stream_info("CHAT")).config
        await js.update_stream(config.evolve(allow_atomic=False))
        sender = Publisher(js, "chat")
        sequences = await sender.publish(rows(20)) + await sender.publish(rows(20, first=21))
        return sequences, await in_stream(js), sender.most

    sequences, stored, most = run(nats_server, scenario)

    assert sequences == list(range(1, 41))
    assert stored == [b"%d" % seq for seq in range(1, 41)]
    assert most == publisher.MOST_UNDER_WAY


def test_without_a_stream_nothing_counts_as_published(nats_server: Server) -> None:
    async def scenario() -> None:
        client = await connect(nats_server.url)
        try:
            with pytest.raises(NoStreamResponseError):
                await Publisher(client.jetstream(timeout=5), "chat").publish(rows(20))
        finally:
            await client.close()

    asyncio.run(scenario())
