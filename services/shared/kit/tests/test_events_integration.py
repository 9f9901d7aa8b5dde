"""The relay and the listeners on a real NATS: at least once out, exactly once in, also after NATS lost its store."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import uuid4

import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.errors import NotFoundError
from pairwise.chat.v1.events_pb2 import ConversationRead, ConversationStarted
from runner.backing_services import Server, nats
from shared.kit.core.cancellation import cancel_and_wait
from shared.kit.core.event_facts import subject_of
from shared.kit.core.telemetry import events_parked, outbox_oldest_seconds
from shared.kit.db.database import Database
from shared.kit.db.tables import OutboxRow, ParkedEvent
from shared.kit.db.unit_of_work import UnitOfWork
from shared.kit.events import consumers, listener
from shared.kit.events.backlog_metrics import measure_backlog
from shared.kit.events.connection import connect
from shared.kit.events.consumers import Consumer
from shared.kit.events.listener import Listener
from shared.kit.tests.workers import announce, unpublished, until, with_worker
from shared.ops.provisioner.plan import plan_of
from shared.registry.services import Service
from sqlalchemy import func, select, text, update
from sqlalchemy.orm import Session


@pytest.fixture(scope="module")
def nats_server() -> Iterator[Server]:
    with nats() as server:
        yield server


def test_a_backlog_is_measured(database: Database) -> None:
    measure_backlog(database)
    assert (outbox_oldest_seconds._value.get(), events_parked._value.get()) == (0, 0)

    announce(database, "waits")
    with Session(database.engine) as session:
        session.execute(update(OutboxRow).values(created_at=func.now() - text("interval '5 minutes'")))
        session.add(ParkedEvent(event_id=uuid4(), subject="chat.X", payload=b"", error="poisoned"))
        session.commit()
    measure_backlog(database)

    assert 300 <= outbox_oldest_seconds._value.get() < 400
    assert events_parked._value.get() == 1


def test_announced_events_are_handled_in_order(nats_server: Server, database: Database) -> None:
    received: list[str] = []

    async def scenario(_: JetStreamContext) -> None:
        announce(database, "a", "b", "c")
        await until(lambda: len(received) == 3)

    consumer: Consumer[Any, Any] = Consumer(
        ConversationStarted, lambda _, event: received.append(event.conversation_id)
    )
    asyncio.run(with_worker(nats_server, database, consumer, scenario))

    assert received == ["a", "b", "c"]
    assert unpublished(database) == 0


def test_a_lost_stream_is_rebuilt_and_nothing_has_its_effect_twice(nats_server: Server, database: Database) -> None:
    received: list[str] = []

    async def scenario(js: JetStreamContext) -> None:
        announce(database, "a", "b")
        await until(lambda: len(received) == 2)
        await js.delete_stream("CHAT")
        announce(database, "c")
        await until(lambda: len(received) == 3)

        async def all_are_back() -> bool:
            try:
                return (await js.stream_info("CHAT")).state.messages == 3
            except NotFoundError:
                return False

        await until(all_are_back)
        await asyncio.sleep(1)

    consumer: Consumer[Any, Any] = Consumer(
        ConversationStarted, lambda _, event: received.append(event.conversation_id)
    )
    asyncio.run(with_worker(nats_server, database, consumer, scenario))

    assert received == ["a", "b", "c"]


def test_nats_may_be_killed_between_commit_and_publish(
    nats_server: Server, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server forgets the waiting fetch with its connection; the reconnected client sends it again at once."""
    monkeypatch.setattr(listener, "FETCH_SECONDS", 600)
    received: list[str] = []

    async def scenario(_: JetStreamContext) -> None:
        announce(database, "a")
        await until(lambda: received == ["a"])
        nats_server.kill()
        announce(database, "b")
        await asyncio.to_thread(nats_server.start)
        await until(lambda: received == ["a", "b"])

    consumer: Consumer[Any, Any] = Consumer(
        ConversationStarted, lambda _, event: received.append(event.conversation_id)
    )
    asyncio.run(with_worker(nats_server, database, consumer, scenario))


def test_a_poisoned_event_is_parked_and_its_neighbours_are_handled(
    nats_server: Server, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "PAUSES_SECONDS", (0.1,))

    def handle(uow: UnitOfWork, event: ConversationStarted) -> None:
        # An effect that is undone when the transaction fails, as the handler's call is not.
        uow.announce(ConversationRead(conversation_id=event.conversation_id))
        if event.conversation_id == "poison":
            raise ValueError("no such thing")

    def received() -> list[str]:
        with Session(database.engine) as session:
            payloads = session.scalars(
                select(OutboxRow.payload).where(OutboxRow.subject == "chat.ConversationRead").order_by(OutboxRow.seq)
            )
            return [ConversationRead.FromString(payload).conversation_id for payload in payloads]

    def is_parked() -> bool:
        with Session(database.engine) as session:
            return session.scalars(select(ParkedEvent.subject)).all() == ["chat.ConversationStarted"]

    async def scenario(_: JetStreamContext) -> None:
        announce(database, "a", "poison", "b")
        await until(lambda: received() == ["a", "b"])
        await until(is_parked)

    asyncio.run(with_worker(nats_server, database, Consumer(ConversationStarted, handle), scenario))
    assert received() == ["a", "b"]


def test_an_event_only_the_next_release_knows_is_left_to_it(
    nats_server: Server, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "UNKNOWN_PAUSE_SECONDS", 0.1)
    both = plan_of([Service("chat", (), {}, {})], {"tester": "chat.*"})
    received: list[str] = []

    async def scenario(js: JetStreamContext) -> None:
        with UnitOfWork(database) as uow:
            uow.announce(ConversationRead(conversation_id="a"))
            uow.commit()
        announce(database, "b")
        await until(lambda: received == ["b"])
        after = Consumer[Any, Any](ConversationRead, lambda _, event: received.append(event.conversation_id))
        client = await connect(nats_server.url)
        later = asyncio.create_task(Listener("tester", "CHAT", [after], lambda: UnitOfWork(database), client).run())
        await until(lambda: received == ["b", "a"])
        await cancel_and_wait(later)
        await client.close()

    consumer: Consumer[Any, Any] = Consumer(
        ConversationStarted, lambda _, event: received.append(event.conversation_id)
    )
    asyncio.run(with_worker(nats_server, database, consumer, scenario, both))


@pytest.mark.parametrize("handles_many", [False, True])
@pytest.mark.parametrize(
    "headers", [None, {"Other": "x"}, {"Nats-Msg-Id": ""}, {"Nats-Msg-Id": "no id"}, {"Nats-Msg-Id": "1; DROP TABLE"}]
)
def test_messages_of_no_outbox_are_dropped_and_the_listener_goes_on(
    nats_server: Server, database: Database, headers: dict[str, str] | None, handles_many: bool
) -> None:
    received: list[str] = []

    async def scenario(js: JetStreamContext) -> None:
        announce(database, "before")
        await until(lambda: received == ["before"])
        for _ in range(3):
            await js.publish(subject_of(ConversationStarted), b"\xff no protobuf", headers=headers)
        announce(database, "after")
        await until(lambda: received == ["before", "after"])

    def consume(_: UnitOfWork, events: Sequence[ConversationStarted]) -> None:
        received.extend(event.conversation_id for event in events)

    consumer: Consumer[Any, Any] = Consumer(ConversationStarted, lambda uow, event: consume(uow, [event]))
    if handles_many:
        consumer = Consumer.of_many(ConversationStarted, consume)
    asyncio.run(with_worker(nats_server, database, consumer, scenario))

    with Session(database.engine) as session:
        assert session.scalars(select(ParkedEvent)).all() == []


def test_an_effect_that_fails_leaves_nothing_behind_and_is_tried_again(
    nats_server: Server, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "PAUSES_SECONDS", (0.1,))
    tries: list[str] = []

    def handle(uow: UnitOfWork, event: ConversationStarted) -> None:
        tries.append(event.conversation_id)
        uow.announce(ConversationRead(conversation_id=event.conversation_id))
        if len(tries) == 1:
            raise ValueError("the first time it fails")

    def received() -> Sequence[str]:
        with Session(database.engine) as session:
            return session.scalars(select(OutboxRow.subject).order_by(OutboxRow.seq)).all()

    async def scenario(_: JetStreamContext) -> None:
        announce(database, "a")
        await until(lambda: len(received()) > 1)

    asyncio.run(with_worker(nats_server, database, Consumer(ConversationStarted, handle), scenario))

    assert received() == ["chat.ConversationStarted", "chat.ConversationRead"]
    assert tries == ["a", "a"]


def test_events_of_a_batch_are_retried_individually_when_one_of_them_fails(
    nats_server: Server, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "PAUSES_SECONDS", (0.1,))
    poison = {"b"}

    def handle(uow: UnitOfWork, events: Sequence[ConversationStarted]) -> None:
        for event in events:
            uow.announce(ConversationRead(conversation_id=event.conversation_id))
        if poison & {event.conversation_id for event in events}:
            poison.clear()
            raise ValueError("the first time it fails")

    def received() -> list[str]:
        with Session(database.engine) as session:
            payloads = session.scalars(select(OutboxRow.payload).where(OutboxRow.subject == "chat.ConversationRead"))
            return sorted(ConversationRead.FromString(payload).conversation_id for payload in payloads)

    async def scenario(_: JetStreamContext) -> None:
        announce(database, "a", "b", "c")
        await until(lambda: received() == ["a", "b", "c"])

    asyncio.run(with_worker(nats_server, database, Consumer.of_many(ConversationStarted, handle), scenario))

    assert received() == ["a", "b", "c"]


@pytest.mark.parametrize("headers", [{}, {"traceparent": "00-\u2603-x-99"}])
def test_an_event_that_cannot_be_decoded_is_parked_at_once(
    nats_server: Server, database: Database, headers: dict[str, str]
) -> None:
    received: list[str] = []

    async def scenario(js: JetStreamContext) -> None:
        announce(database, "before")
        await until(lambda: received == ["before"])
        named = {**headers, "Nats-Msg-Id": str(uuid4())}
        await js.publish(subject_of(ConversationStarted), b"\xff no protobuf", headers=named)
        announce(database, "after")
        await until(lambda: received == ["before", "after"])
        assert (await js.consumer_info("CHAT", "tester")).num_redelivered == 0

    consumer: Consumer[Any, Any] = Consumer(
        ConversationStarted, lambda _, event: received.append(event.conversation_id)
    )
    asyncio.run(with_worker(nats_server, database, consumer, scenario))

    with Session(database.engine) as session:
        assert session.scalars(select(ParkedEvent.subject)).all() == ["chat.ConversationStarted"]


def test_an_event_delivered_twice_in_one_helping_has_its_effect_once(database: Database) -> None:
    event = ConversationStarted(conversation_id="a")
    delivery = Msg(Client(), headers={"Nats-Msg-Id": str(uuid4())}, data=event.SerializeToString())
    received: list[str] = []
    consumer: Consumer[Any, Any] = Consumer(
        ConversationStarted, lambda _, event: received.append(event.conversation_id)
    )

    outcomes = consumers.handle_together(lambda: UnitOfWork(database), consumer, [delivery] * 2)

    assert (outcomes, received) == (["handled", "repeated"], ["a"])
