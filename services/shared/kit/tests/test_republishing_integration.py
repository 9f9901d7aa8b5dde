"""A stream that was lost is filled again from the outbox in batches, beside new events and across crashes."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from nats.js import JetStreamContext
from nats.js.errors import NotFoundError
from pairwise.chat.v1.events_pb2 import ConversationStarted
from runner.backing_services import Server, nats
from shared.kit.core.cancellation import cancel_and_wait
from shared.kit.db.database import Database
from shared.kit.db.tables import OutboxRow, StreamRow
from shared.kit.db.unit_of_work import UnitOfWork
from shared.kit.events import pace, relay, streams
from shared.kit.events.connection import connect
from shared.ops.provisioner.plan import plan_of
from shared.ops.provisioner.reconcile import reconcile
from shared.registry.services import Service
from sqlalchemy import event, func, select
from sqlalchemy.orm import Session

PLAN = plan_of([Service("chat", (), {}, {})])
BATCH = 10
OLD = 3 * BATCH + 5


@pytest.fixture(scope="module")
def nats_server() -> Iterator[Server]:
    with nats() as server:
        yield server


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "BATCH", BATCH)
    monkeypatch.setattr(relay, "REPUBLISHED_AT_ONCE", BATCH)
    monkeypatch.setattr(relay, "POLL_SECONDS", 0.1)


def announce(database: Database, *ids: str) -> None:
    with UnitOfWork(database) as uow:
        for conversation_id in ids:
            uow.announce(ConversationStarted(conversation_id=conversation_id))
        uow.commit()


def progress(database: Database) -> tuple[int, int]:
    with Session(database.engine) as session:
        row = session.scalars(select(StreamRow)).one()
    return row.republished, row.republish_upto


def sequences(database: Database) -> list[int | None]:
    with Session(database.engine) as session:
        return list(session.scalars(select(OutboxRow.stream_seq).order_by(OutboxRow.seq)))


def unpublished(database: Database) -> int:
    with Session(database.engine) as session:
        return session.scalars(select(func.count()).where(OutboxRow.published_at.is_(None))).one()


async def in_stream(js: JetStreamContext) -> list[str]:
    try:
        state = (await js.stream_info("CHAT")).state
    except NotFoundError:
        return []
    messages = [await js.get_msg("CHAT", number) for number in range(max(state.first_seq, 1), state.last_seq + 1)]
    return [ConversationStarted.FromString(message.data or b"").conversation_id for message in messages]


async def relay_until(js: JetStreamContext, database: Database, expected: int, relays: int = 1) -> list[str]:
    """Run relays until the stream has so many messages and the outbox says so. Returns them."""
    tasks = [asyncio.create_task(relay.Relay(database, "chat", js).run()) for _ in range(relays)]
    try:
        async with asyncio.timeout(240):
            while len(await in_stream(js)) < expected:
                assert not any(task.done() for task in tasks)
                await asyncio.sleep(0.05)
            # What a relay has published without having said so, the next one would publish again.
            while progress(database)[0] < progress(database)[1] or unpublished(database):
                await asyncio.sleep(0.05)
    finally:
        await cancel_and_wait(*tasks)
    return await in_stream(js)


async def lose_stream(js: JetStreamContext) -> None:
    await js.delete_stream("CHAT")
    await reconcile(js, PLAN)


def with_lost_stream(server: Server, database: Database, scenario: Any) -> Any:
    """Publish old events, lose the stream, and run the scenario with the new, empty one."""

    async def run() -> Any:
        client = await connect(server.url)
        js = client.jetstream(timeout=5)
        try:
            await reconcile(js, PLAN)
            announce(database, *(f"old {number}" for number in range(OLD)))
            await relay_until(js, database, OLD)
            await lose_stream(js)
            return await scenario(js)
        finally:
            await js.delete_stream("CHAT")
            await client.close()

    return asyncio.run(run())


def test_a_new_event_does_not_wait_for_the_old_ones(nats_server: Server, database: Database) -> None:
    async def scenario(js: JetStreamContext) -> list[str]:
        announce(database, "new")
        return await relay_until(js, database, OLD + 1)

    reported = with_lost_stream(nats_server, database, scenario)

    assert reported == ["new", *(f"old {number}" for number in range(OLD))]
    assert sequences(database) == [*range(2, OLD + 2), 1]


def test_no_statement_touches_more_than_a_batch(nats_server: Server, database: Database) -> None:
    touched: list[int] = []

    def count(_: Any, cursor: Any, statement: str, *__: Any) -> None:
        if "kit.outbox" in statement and not statement.lstrip().startswith("INSERT"):
            touched.append(cursor.rowcount)

    async def scenario(js: JetStreamContext) -> None:
        event.listen(database.engine, "after_cursor_execute", count)
        await relay_until(js, database, OLD)

    try:
        with_lost_stream(nats_server, database, scenario)
    finally:
        event.remove(database.engine, "after_cursor_execute", count)
    assert touched
    assert max(touched) <= BATCH


def test_a_relay_that_dies_over_a_batch_is_followed_by_another(
    nats_server: Server, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The batch is published again and nothing is left out; its sequences are uncertain, so the sweep searches."""

    class Killed(Exception):
        pass

    def die(*_: Any) -> None:
        raise Killed

    async def scenario(js: JetStreamContext) -> list[str]:
        with monkeypatch.context() as patch:
            patch.setattr(relay, "mark_republished", die)
            with pytest.raises(Killed):
                await relay.Relay(database, "chat", js).run()
        assert progress(database)[0] == 0
        return await relay_until(js, database, OLD)

    reported = with_lost_stream(nats_server, database, scenario)

    assert sorted(reported) == sorted(f"old {number}" for number in range(OLD))
    assert sequences(database) == [None] * BATCH + [*range(BATCH + 1, OLD + 1)]


def test_a_stream_lost_again_meanwhile_is_filled_from_the_beginning(nats_server: Server, database: Database) -> None:
    async def scenario(js: JetStreamContext) -> list[str]:
        await relay_until(js, database, BATCH)
        await lose_stream(js)
        return await relay_until(js, database, OLD)

    assert with_lost_stream(nats_server, database, scenario) == [f"old {number}" for number in range(OLD)]


def test_two_relays_leave_nothing_out(nats_server: Server, database: Database) -> None:
    async def scenario(js: JetStreamContext) -> list[str]:
        return await relay_until(js, database, OLD, relays=2)

    reported = with_lost_stream(nats_server, database, scenario)

    assert sorted(reported) == sorted(f"old {number}" for number in range(OLD))
    assert unpublished(database) == 0


def test_old_events_are_published_no_faster_than_the_slowest_consumer_takes_them(
    nats_server: Server, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "MOST_WAITING", BATCH)
    monkeypatch.setattr(pace, "LONGEST_PAUSE_SECONDS", 3600)
    monkeypatch.setattr(relay, "ROOM_SECONDS", 0.05)

    async def scenario(js: JetStreamContext) -> tuple[list[str], list[str]]:
        consumer = await js.pull_subscribe("chat.>", durable="slow", stream="CHAT")
        task = asyncio.create_task(relay.Relay(database, "chat", js).run())
        try:
            while len(await in_stream(js)) < 2 * BATCH:
                await asyncio.sleep(0.05)
            # It has room for one batch, which the second one exceeds: a new event goes by, no third batch does.
            announce(database, "new")
            while len(held := await in_stream(js)) < 2 * BATCH + 1:
                await asyncio.sleep(0.05)
            while (await js.consumer_info("CHAT", "slow")).num_pending:
                for message in await consumer.fetch(BATCH, timeout=5):
                    await message.ack_sync()
            while len(await in_stream(js)) < OLD + 1:
                await asyncio.sleep(0.05)
                with suppress(TimeoutError):
                    for message in await consumer.fetch(BATCH, timeout=0.1):
                        await message.ack_sync()
        finally:
            await cancel_and_wait(task)
        return held, await in_stream(js)

    held, reported = with_lost_stream(nats_server, database, scenario)

    assert held == [*(f"old {number}" for number in range(2 * BATCH)), "new"]
    assert reported == [*held, *(f"old {number}" for number in range(2 * BATCH, OLD))]


def test_the_first_stream_of_a_service_is_not_filled(database: Database) -> None:
    announce(database, "a")
    assert not streams.needs_republishing(database, "chat", "2026-01-01T00:00:00+00:00")
    assert progress(database) == (0, 0)
