"""All events of a fetch take effect in one transaction, in their order, as if each had come by itself."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import pytest
from google.protobuf.message import Message
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nats.aio.client import Client
from nats.aio.msg import Msg
from pairwise.chat.v1.events_pb2 import ConversationRead, ConversationStarted, MessageSent
from pairwise.profiles.v1.events_pb2 import MemberBlocked, MemberUnblocked
from shared.kit.core.event_facts import subject_of
from shared.kit.db.database import Database
from shared.kit.db.statement import Statement
from shared.kit.db.unit_of_work import UnitOfWork
from shared.kit.events.consumers import Consumer, handle_all
from shared.kit.events.listener import Listener
from shared.kit.events.states import OUTBOX_SEQ
from sqlalchemy import text

TRANSACTION = text("SELECT pg_current_xact_id()::text")
WRITE = Statement(
    text("INSERT INTO kit.answers (actor, operation, key, body_hash) VALUES (:actor, 'x', gen_random_uuid(), '')")
)
COUNT = text("SELECT count(*) FROM kit.answers WHERE actor = :actor")
ADD = text(
    "INSERT INTO kit.answers (actor, operation, key, body_hash) "
    "VALUES (:pair, 'block', '00000000-0000-4000-8000-000000000001', '') ON CONFLICT DO NOTHING"
)
REMOVE = text("DELETE FROM kit.answers WHERE actor = :pair")


class Delivered(Msg):
    """A message that notes how it was answered."""

    def __init__(self, event: Message, answers: list[str], seq: int | None = None) -> None:
        headers = {"Nats-Msg-Id": str(uuid4())} | ({OUTBOX_SEQ: str(seq)} if seq is not None else {})
        super().__init__(Client(), subject=subject_of(type(event)), headers=headers, data=event.SerializeToString())
        object.__setattr__(self, "answers", answers)

    @property
    def metadata(self) -> Any:
        return SimpleNamespace(num_delivered=1, timestamp=datetime.now(UTC), stream="CHAT")

    async def ack(self) -> None:
        self.answers.append("ack")  # type: ignore[attr-defined]

    async def nak(self, delay: float | None = None) -> None:
        self.answers.append("nak")  # type: ignore[attr-defined]


class Handled:
    """Handlers that note the event and the transaction it was handled in."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.transactions: list[str] = []
        self.poison: set[str] = set()

    def handle(self, uow: UnitOfWork, event: Any) -> None:
        name = event.conversation_id
        self.events.append(name)
        self.transactions.append(uow.session.execute(TRANSACTION).scalar_one())
        WRITE.with_commit(uow.session, actor=name)
        if name in self.poison:
            self.poison.remove(name)
            raise ValueError("the first time it fails")

    def handle_many(self, uow: UnitOfWork, events: Sequence[Any]) -> None:
        for event in events:
            self.handle(uow, event)


@pytest.fixture
def handled() -> Handled:
    return Handled()


async def fetch(database: Database, consumers: Sequence[Consumer[Any, Any]], events: Sequence[Message]) -> list[str]:
    """Have a listener handle these events as one fetch. Returns its answers to NATS."""
    answers: list[str] = []
    listener = Listener("tester", "CHAT", consumers, lambda: UnitOfWork(database), None)  # type: ignore[arg-type]
    await listener._handle_fetched([Delivered(event, answers) for event in events])
    return answers


def written(database: Database) -> list[str]:
    with database.engine.connect() as connection:
        return [row.actor for row in connection.execute(text("SELECT actor FROM kit.answers ORDER BY actor"))]


A_FETCH = [
    ConversationStarted(conversation_id="a"),
    MessageSent(conversation_id="b"),
    MessageSent(conversation_id="c"),
    ConversationRead(conversation_id="d"),
]


def test_events_of_several_types_share_one_transaction_in_their_order(database: Database, handled: Handled) -> None:
    consumers: list[Consumer[Any, Any]] = [
        Consumer(ConversationStarted, handled.handle),
        Consumer.of_many(MessageSent, handled.handle_many),
        Consumer(ConversationRead, handled.handle),
    ]

    answers = asyncio.run(fetch(database, consumers, A_FETCH))

    assert (handled.events, len(set(handled.transactions))) == (["a", "b", "c", "d"], 1)
    assert (answers, written(database)) == (["ack"] * 4, ["a", "b", "c", "d"])


def test_an_event_handled_alone_has_a_transaction_of_its_own(database: Database, handled: Handled) -> None:
    consumers: list[Consumer[Any, Any]] = [
        Consumer(ConversationStarted, handled.handle),
        Consumer(MessageSent, handled.handle, alone=True),
        Consumer(ConversationRead, handled.handle),
    ]

    asyncio.run(fetch(database, consumers, A_FETCH))

    assert handled.events == ["a", "b", "c", "d"]
    assert len(set(handled.transactions)) == 4


def test_an_event_that_fails_is_retried_by_itself_and_the_others_take_effect_once(
    database: Database, handled: Handled
) -> None:
    handled.poison = {"b"}
    consumers: list[Consumer[Any, Any]] = [
        Consumer(ConversationStarted, handled.handle),
        Consumer(MessageSent, handled.handle),
        Consumer(ConversationRead, handled.handle),
    ]

    answers = asyncio.run(fetch(database, consumers, A_FETCH))

    assert answers == ["ack"] * 4  # "b" failed in the batch and succeeded by itself
    assert written(database) == ["a", "b", "c", "d"]


def test_a_handler_finds_the_deferred_statements_of_the_one_before_it(database: Database) -> None:
    found: list[int] = []
    consumers: list[Consumer[Any, Any]] = [
        Consumer(ConversationStarted, lambda uow, event: WRITE.with_commit(uow.session, actor="x")),
        Consumer(
            ConversationRead,
            lambda uow, event: found.append(uow.session.execute(COUNT, {"actor": "x"}).scalar_one()),
        ),
    ]

    asyncio.run(fetch(database, consumers, [A_FETCH[0], A_FETCH[3]]))

    assert found == [1]


PAIRS = 3
EVENTS = st.lists(st.tuples(st.integers(0, PAIRS - 1), st.booleans()), min_size=1, max_size=12)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(EVENTS, st.data())
def test_however_events_are_fetched_the_newest_about_each_state_counts(
    database: Database, reported: list[tuple[int, bool]], data: st.DataObject
) -> None:
    """Events in any order, some again, cut into fetches anywhere, some of which crash before their commit."""
    with database.engine.begin() as connection:
        for table in ("kit.answers", "kit.inbox", "kit.applied_states"):
            connection.execute(text(f"DELETE FROM {table}"))  # noqa: S608
    consumers: dict[type[Message], Consumer[Any, Any]] = {
        MemberBlocked: Consumer(MemberBlocked, lambda uow, event: uow.session.execute(ADD, {"pair": event.blocker_id})),
        MemberUnblocked: Consumer(
            MemberUnblocked, lambda uow, event: uow.session.execute(REMOVE, {"pair": event.blocker_id})
        ),
    }
    sent = []
    for seq, (pair, is_blocked) in enumerate(reported, 1):
        kind = MemberBlocked if is_blocked else MemberUnblocked
        event = kind(blocker_id=str(UUID(int=pair + 10, version=4)), blocked_id=str(UUID(int=1, version=4)))
        sent.append((consumers[kind], Delivered(event, [], seq)))
    arrivals = data.draw(st.permutations(sent)) + data.draw(st.lists(st.sampled_from(sent), max_size=4))
    while arrivals:
        size = data.draw(st.integers(1, len(arrivals)))
        batch, arrivals = arrivals[:size], arrivals[size:]
        if data.draw(st.booleans()):
            with suppress(ZeroDivisionError):
                handle_all(lambda: Crashing(database), batch)
        handle_all(lambda: UnitOfWork(database), batch)

    newest = {str(UUID(int=pair + 10, version=4)): is_blocked for pair, is_blocked in reported}
    assert written(database) == sorted(pair for pair, is_blocked in newest.items() if is_blocked)


class Crashing(UnitOfWork):
    def commit(self) -> None:
        raise ZeroDivisionError
