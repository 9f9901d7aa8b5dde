"""Events about one state take effect in the order of the outbox, for any arrival, failures and number of workers."""

import asyncio
import itertools
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from uuid import NAMESPACE_OID, UUID, uuid4, uuid5

import pytest
from google.protobuf.message import Message
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import SequenceInfo
from nats.js.errors import NotFoundError
from pairwise.identity.v1.events_pb2 import MemberErased, MemberReactivated
from pairwise.profiles.v1.events_pb2 import MemberBlocked, MemberUnblocked
from runner.backing_services import Server, nats
from shared.kit.core.cancellation import cancel_and_wait
from shared.kit.core.event_facts import stream_of_event, subject_of
from shared.kit.db.database import Database
from shared.kit.db.unit_of_work import UnitOfWork
from shared.kit.events import listener
from shared.kit.events.connection import connect
from shared.kit.events.consumers import Consumer, handle_once, handle_together
from shared.kit.events.listener import Listener
from shared.kit.events.relay import Relay
from shared.kit.events.states import OUTBOX_SEQ
from shared.kit.testing.together import at_once
from shared.ops.provisioner.plan import plan_of
from shared.ops.provisioner.process import Provisioner
from shared.privacy import erase
from shared.registry.services import Service
from sqlalchemy import text

WORKERS = 4
BO = str(UUID(int=1, version=4))
NOTHING = SequenceInfo(0, 0)


@pytest.fixture(scope="module")
def nats_server() -> Iterator[Server]:
    with nats() as server:
        yield server


# The consuming service's copy: the rows of `kit.answers` stand for the pairs of members that are blocked.
ADD = text(
    "INSERT INTO kit.answers (actor, operation, key, body_hash) "
    "VALUES (:pair, 'block', :key, '') ON CONFLICT DO NOTHING"
)
REMOVE = text("DELETE FROM kit.answers WHERE actor = :pair")
KEY = uuid4()


def blocked_pairs(database: Database) -> set[str]:
    with database.engine.connect() as connection:
        return {row.actor for row in connection.execute(text("SELECT actor FROM kit.answers"))}


def block(uow: UnitOfWork, event: MemberBlocked) -> None:
    uow.session.execute(ADD, {"pair": event.blocker_id + event.blocked_id, "key": KEY})


def unblock(uow: UnitOfWork, event: MemberUnblocked) -> None:
    uow.session.execute(REMOVE, {"pair": event.blocker_id + event.blocked_id})


BLOCK: Consumer[Any, Any] = Consumer(MemberBlocked, block)
UNBLOCK: Consumer[Any, Any] = Consumer(MemberUnblocked, unblock)
BY_EVENT = {consumer.event: consumer for consumer in (BLOCK, UNBLOCK)}


def delivery(event: Message, seq: int | None) -> Msg:
    headers = {"Nats-Msg-Id": str(uuid4())} | ({OUTBOX_SEQ: str(seq)} if seq is not None else {})
    return Msg(Client(), subject=subject_of(type(event)), headers=headers, data=event.SerializeToString())


class Sent(NamedTuple):
    event: Message
    message: Msg


def member(name: str) -> str:
    return str(uuid5(NAMESPACE_OID, name))


def pair_of(first: str, kinds: Sequence[type[Message]]) -> list[Sent]:
    """Events about one pair, numbered in this order."""
    events = [kind(blocker_id=member(first), blocked_id=BO) for kind in kinds]
    return [Sent(event, delivery(event, seq)) for seq, event in enumerate(events, 1)]


class Crash(Exception):
    pass


def crash(uow: UnitOfWork, event: Message) -> None:
    BY_EVENT[type(event)].handle(uow, event)
    raise Crash


@pytest.mark.parametrize("kinds", list(itertools.product([MemberBlocked, MemberUnblocked], repeat=3)))
def test_every_order_of_arrival_with_redeliveries_and_crashes_ends_in_the_newest_state(
    database: Database, kinds: tuple[type[Message], ...]
) -> None:
    """All orders of three events, each of them once delivered twice, and once crashing before its commit."""
    expected = kinds[-1] is MemberBlocked
    for number, (order, twice, crashing) in enumerate(
        itertools.product(itertools.permutations(range(3)), range(3), range(3))
    ):
        sent = pair_of(f"{number}-", kinds)
        for index in [*order, twice]:
            event, message = sent[index]
            if index == crashing:
                with suppress(Crash):  # not reached by a superseded event
                    handle_once(lambda: UnitOfWork(database), Consumer(type(event), crash), message)
            handle_once(lambda: UnitOfWork(database), BY_EVENT[type(event)], message)
        assert (member(f"{number}-") + BO in blocked_pairs(database)) is expected, (order, twice, crashing)


def test_an_older_event_is_superseded_and_a_repeated_one_is_repeated(database: Database) -> None:
    older, newer = pair_of("a", [MemberBlocked, MemberUnblocked])
    outcomes = [
        handle_once(lambda: UnitOfWork(database), BY_EVENT[type(event)], message)
        for event, message in (newer, older, older, newer)
    ]
    assert outcomes == ["handled", "superseded", "repeated", "repeated"]


def test_in_one_batch_only_the_newest_event_about_a_state_takes_effect(database: Database) -> None:
    handled: list[str] = []
    consumer: Consumer[Any, Any] = Consumer.of_many(
        MemberBlocked, lambda _, events: handled.extend(event.blocker_id for event in events)
    )
    one, other = pair_of("a", [MemberBlocked] * 3), pair_of("c", [MemberBlocked])
    batch = [one[2].message, one[0].message, other[0].message, one[1].message]

    outcomes = handle_together(lambda: UnitOfWork(database), consumer, batch)

    assert outcomes == ["handled", "superseded", "handled", "superseded"]
    assert handled == [member("a"), member("c")]


def test_two_workers_with_events_about_one_state_wait_for_each_other(database: Database) -> None:
    for number in range(20):
        sent = pair_of(f"{number}-", [MemberBlocked, MemberUnblocked])
        random.Random(number).shuffle(sent)  # noqa: S311
        at_once(
            *(
                lambda one=one: handle_once(lambda: UnitOfWork(database), BY_EVENT[type(one.event)], one.message)
                for one in sent
            )
        )
    assert blocked_pairs(database) == set()


def test_an_event_without_a_number_takes_effect(database: Database) -> None:
    """The previous release's relay sends none."""
    newer = pair_of("a", [MemberBlocked, MemberUnblocked])[1]
    handle_once(lambda: UnitOfWork(database), UNBLOCK, newer.message)
    unnumbered = delivery(MemberBlocked(blocker_id=member("a"), blocked_id=BO), None)
    assert handle_once(lambda: UnitOfWork(database), BLOCK, unnumbered) == "handled"


def test_a_final_event_takes_effect_however_late_and_nothing_follows_it(database: Database) -> None:
    erasing: Consumer[Any, Any] = Consumer(MemberErased, lambda uow, event: None)
    reactivating: Consumer[Any, Any] = Consumer(MemberReactivated, lambda uow, event: None)

    def handle(consumer: Consumer[Any, Any], event: Message, seq: int) -> str:
        return handle_once(lambda: UnitOfWork(database), consumer, delivery(event, seq))

    assert handle(reactivating, MemberReactivated(member_id=member("a")), 9) == "handled"
    assert handle(erasing, MemberErased(member_id=member("a")), 3) == "handled"
    # An erasure is repeated after a restore, with the number the restored outbox gives it.
    assert handle(erasing, MemberErased(member_id=member("a")), 2) == "handled"
    assert handle(reactivating, MemberReactivated(member_id=member("a")), 10) == "superseded"


def test_an_event_that_names_an_erased_member_has_no_effect(database: Database) -> None:
    with UnitOfWork(database) as uow:
        erase(uow.session, (), UUID(BO))
        uow.commit()
    sent = pair_of("a", [MemberBlocked, MemberUnblocked])
    outcomes = [handle_once(lambda: UnitOfWork(database), BY_EVENT[type(one.event)], one.message) for one in sent]
    assert outcomes == ["erased", "erased"]
    assert blocked_pairs(database) == set()


@pytest.mark.parametrize("seed", [1, 2])
def test_many_workers_with_failures_apply_no_event_out_of_order(
    nats_server: Server, database: Database, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Four workers on one durable consumer; every third event fails once, before or after its effect."""
    monkeypatch.setattr(listener, "PAUSES_SECONDS", (0.05, 0.2))
    pairs = [member(f"{seed}-{number}-") for number in range(100)]
    dice, failed = random.Random(seed), set[bytes]()  # noqa: S311

    def failing(consumer: Consumer[Any, Any]) -> Consumer[Any, Any]:
        def handle(uow: UnitOfWork, event: Message) -> None:
            consumer.handle(uow, event)
            event_key = event.SerializeToString() + type(event).__name__.encode()
            if event_key not in failed and dice.random() < 0.3:
                failed.add(event_key)
                raise Crash

        return Consumer(consumer.event, handle)

    async def is_done(js: JetStreamContext) -> bool:
        try:
            consumer = await js.consumer_info("PROFILES", "tester")
        except NotFoundError:  # the provisioner has not created it yet
            return False
        stream = await js.stream_info("PROFILES")
        return stream.state.last_seq == 3 * len(pairs) == (consumer.ack_floor or NOTHING).stream_seq

    async def scenario() -> None:
        client = await connect(nats_server.url)
        js: JetStreamContext = client.jetstream(timeout=5)
        consuming = Service("tester", (), {}, {"profiles": tuple(kind.__name__ for kind in BY_EVENT)})
        plan = plan_of([Service("profiles", (), {}, {}), consuming])
        provisioner = asyncio.create_task(Provisioner(nats_server.url, plan[:1]).run())
        handlers = [failing(BLOCK), failing(UNBLOCK)]
        tasks = [asyncio.create_task(Relay(database, "profiles", js).run())] + [
            asyncio.create_task(
                Listener("tester", stream_of_event(MemberBlocked), handlers, lambda: UnitOfWork(database), client).run()
            )
            for _ in range(WORKERS)
        ]
        try:
            with UnitOfWork(database) as uow:
                for kind in (MemberBlocked, MemberUnblocked, MemberBlocked):
                    for pair in pairs:
                        uow.announce(kind(blocker_id=pair, blocked_id=BO))
                uow.commit()
            async with asyncio.timeout(240):
                while not await is_done(js):
                    await asyncio.sleep(0.05)
        finally:
            await cancel_and_wait(*tasks, provisioner)
            await js.delete_stream("PROFILES")
            await client.close()

    asyncio.run(scenario())

    assert blocked_pairs(database) == {pair + BO for pair in pairs}
    assert failed
