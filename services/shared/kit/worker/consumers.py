"""Event consumers: delivery from JetStream is at least once, the inbox makes every event have its effect once."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Generic, TypeVar
from uuid import UUID

from google.protobuf.message import DecodeError, Message
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert

from shared.kit.errors_in_logs import describe
from shared.kit.events import members_of, stream_of_event, subject_of
from shared.kit.logs import logger
from shared.kit.storage.statement import Statement, execute_deferred
from shared.kit.storage.tables import ParkedEvent
from shared.kit.storage.unit_of_work import UnitOfWork
from shared.kit.telemetry import event_lag_seconds, events_handled, span
from shared.kit.worker.states import OUTBOX_SEQ, superseded

TRIES = 5
BATCH = 50
PAUSES_SECONDS = (1, 2, 5, 10)
# During an upgrade a consumer may already deliver events that only the next release's workers know: they are left to
# those for half an hour.
UNKNOWN_TRIES, UNKNOWN_PAUSE_SECONDS = 60, 30
# Batching: after a batch that was not full the consumer pauses this long, so that under load many events are handled in
# one transaction. The first event after a silence is handled at once, and a backlog is worked off without pauses.
BATCH_PAUSE_SECONDS = 0.3


# One round trip for the events not handled before, and for the members erased here that the events name.
INSERT_INBOX = Statement(
    text(
        """
        WITH inserted AS (
            INSERT INTO kit.inbox (event_id) SELECT unnest(CAST(:event_ids AS uuid[])) ON CONFLICT DO NOTHING
            RETURNING event_id
        )
        SELECT event_id, NULL::uuid AS erased_id FROM inserted
        UNION ALL SELECT NULL, member_id FROM kit.erased WHERE member_id = ANY(CAST(:member_ids AS uuid[]))
        """
    )
)

U = TypeVar("U", bound=UnitOfWork)
E = TypeVar("E", bound=Message)


@dataclass(frozen=True)
class Consumer(Generic[U, E]):
    """The handler of one event type: `handle(uow, event)`, inside the unit of work's transaction.

    Frequent events have a batch handler (`of_many`): all waiting ones have their effects with a fixed number of
    statements. It takes row locks in the order of keys, so that two batches cannot deadlock. An event handled `alone`
    has a transaction of its own.
    """

    event: type[E]
    handle: Callable[[U, E], None]
    handle_many: Callable[[U, Sequence[E]], None] | None = None
    alone: bool = False

    @classmethod
    def of_many(cls, event: type[E], handle_many: Callable[[U, Sequence[E]], None]) -> "Consumer[U, E]":
        return cls(event, lambda uow, one: handle_many(uow, [one]), handle_many)

    @property
    def subject(self) -> str:
        return subject_of(self.event)

    @property
    def stream(self) -> str:
        return stream_of_event(self.event)

    def take_effect(self, uow: U, events: Sequence[E]) -> None:
        if self.handle_many:
            self.handle_many(uow, events)
        else:
            for event in events:
                self.handle(uow, event)


Delivery = tuple[Consumer[Any, Any], Msg]


def consumer_config(service: str, subjects: Collection[str]) -> ConsumerConfig:
    """The durable consumer of a service on one stream. Its name and position survive an upgrade: never rename it."""
    return ConsumerConfig(
        # With a name, the subject of the request contains the consumer, so that NATS can allow or refuse it.
        name=service,
        durable_name=service,
        ack_policy=AckPolicy.EXPLICIT,
        ack_wait=30,
        deliver_policy=DeliverPolicy.ALL,
        filter_subjects=sorted(subjects),
        max_ack_pending=BATCH * 4,
    )


class Listener:
    """Consumes one stream for one service, in order, through a durable consumer that the provisioner has created.

    A durable consumer that NATS lost is created anew and delivers from the beginning of the stream.
    """

    def __init__(
        self,
        service: str,
        stream: str,
        consumers: Sequence[Consumer[Any, Any]],
        unit_of_work: Callable[[], UnitOfWork],
        js: JetStreamContext,
    ) -> None:
        self._service, self._stream, self._unit_of_work, self._js = service, stream, unit_of_work, js
        self._consumers = {consumer.subject: consumer for consumer in consumers}
        if len(self._consumers) < len(consumers):
            raise ValueError(f"{service} has several handlers for one event of the stream {stream}")

    async def run(self) -> None:
        problem = ""
        while True:
            try:
                await self._consume()
            except NatsError as error:
                # The provisioner may not have created the consumer yet. Logged once, not at every try.
                if describe(error) != problem:
                    problem = describe(error)
                    logger().warning("consumer_unavailable", stream=self._stream, problem=problem)
                await asyncio.sleep(0.5)

    async def _consume(self) -> None:
        await self._js.consumer_info(self._stream, self._service)
        subscription = await self._js.pull_subscribe_bind(durable=self._service, stream=self._stream)
        try:
            while True:
                try:
                    messages = await subscription.fetch(BATCH, timeout=5)
                except TimeoutError:
                    # No new event, or the durable consumer was lost: then this call raises.
                    await self._js.consumer_info(self._stream, self._service)
                    continue
                await self._handle_fetched(messages)
                if len(messages) < BATCH:
                    await asyncio.sleep(BATCH_PAUSE_SECONDS)
        finally:
            await subscription.unsubscribe()

    async def _handle_fetched(self, received: Sequence[Msg]) -> None:
        """Handle events in their order, those between two that are handled alone in one transaction."""
        messages = [message for message in received if await self._is_event(message)]
        for is_shared, some in groupby(messages, self._shares_transaction):
            run = list(some)
            if not (is_shared and len(run) > 1 and await self._handle_together(run)):
                for message in run:
                    await self._handle(self._consumers.get(message.subject), message)

    def _shares_transaction(self, message: Msg) -> bool:
        consumer = self._consumers.get(message.subject)
        return consumer is not None and not consumer.alone

    async def _handle_together(self, messages: Sequence[Msg]) -> bool:
        """Handle these in one transaction. Returns False when it failed: one event is the cause, and handled
        individually, it alone is retried and parked. A deadlock with another worker's batch ends the same way."""
        deliveries = [(self._consumers[message.subject], message) for message in messages]
        try:
            outcomes = await asyncio.to_thread(handle_all, self._unit_of_work, deliveries)
        except Exception as error:
            logger().warning("batch_failed_retrying_individually", stream=self._stream, problem=describe(error))
            return False
        for message, outcome in zip(messages, outcomes, strict=True):
            _count(message, outcome)
            await message.ack()
        return True

    async def _is_event(self, message: Msg) -> bool:
        """Whether it came from an outbox. Without an event id it can be neither deduplicated nor parked: drop it."""
        try:
            UUID(_event_id(message))
        except (KeyError, ValueError):
            logger().error("event_malformed", subject=message.subject, bytes=len(message.data))
            events_handled.labels(message.subject, "malformed").inc()
            await message.term()
            return False
        return True

    async def _handle(self, consumer: Consumer[Any, Any] | None, message: Msg) -> None:
        if consumer is None:
            await self._defer_unknown(message)
            return
        try:
            outcome = await asyncio.to_thread(handle_once, self._unit_of_work, consumer, message)
        except Exception as error:
            tries = message.metadata.num_delivered or 1
            # Decoding fails again at every retry, so such an event is parked at once.
            if tries < TRIES and not isinstance(error, DecodeError):
                logger().warning("event_retried", subject=message.subject, tries=tries, problem=describe(error))
                await message.nak(delay=PAUSES_SECONDS[min(tries, len(PAUSES_SECONDS)) - 1])
                return
            # A poison message must not block the events behind it.
            await asyncio.to_thread(_park, self._unit_of_work, message, describe(error))
            logger().error("event_parked", subject=message.subject, event_id=_event_id(message), exc_info=error)
            outcome = "parked"
        _count(message, outcome)
        await message.ack()

    async def _defer_unknown(self, message: Msg) -> None:
        """Leave an event without a handler in this release to the workers of the next release."""
        if (message.metadata.num_delivered or 1) < UNKNOWN_TRIES:
            await message.nak(delay=UNKNOWN_PAUSE_SECONDS)
            return
        logger().warning("event_unknown", subject=message.subject, event_id=_event_id(message))
        events_handled.labels(message.subject, "unknown").inc()
        await message.ack()


def handle_once(unit_of_work: Callable[[], UnitOfWork], consumer: Consumer[Any, Any], message: Msg) -> str:
    """Handle the event and insert its id into the inbox, in one transaction.

    Returns "handled", "repeated" for an event handled before, "superseded" after a newer event about its state, or
    "erased" if it names a member that this service has erased.
    """
    return handle_together(unit_of_work, consumer, [message])[0]


def handle_together(
    unit_of_work: Callable[[], UnitOfWork], consumer: Consumer[Any, Any], messages: Sequence[Msg]
) -> list[str]:
    """`handle_once` for several events of one type, in one transaction: all are handled, or none."""
    return handle_all(unit_of_work, [(consumer, message) for message in messages])


def handle_all(unit_of_work: Callable[[], UnitOfWork], deliveries: Sequence[Delivery]) -> list[str]:
    """`handle_once` for several events, in their order and in one transaction: all are handled, or none."""
    messages = [message for _, message in deliveries]
    with unit_of_work() as uow:
        # Inserted in the order of ids, so that two workers with the same events cannot deadlock. The second one waits
        # for the first to commit, finds the ids there, and skips the events.
        event_ids = sorted({_event_id(message) for message in messages})
        decoded = [consumer.event.FromString(message.data) for consumer, message in deliveries]
        member_ids = sorted({member_id for event in decoded for member_id in members_of(event)})
        claimed = INSERT_INBOX.on(uow.session, event_ids=event_ids, member_ids=member_ids).all()
        unhandled = {str(row.event_id) for row in claimed if row.event_id}
        erased_ids = {row.erased_id for row in claimed if row.erased_id}
        first = {event_id: index for index, event_id in reversed(list(enumerate(map(_event_id, messages))))}
        outcomes = ["repeated"] * len(messages)
        fresh = sorted(first[event_id] for event_id in unhandled)
        events = [decoded[index] for index in fresh]
        is_superseded = superseded(uow.session, events, [_outbox_seq(messages[index]) for index in fresh])
        effective: list[tuple[Consumer[Any, Any], Msg, Message]] = []
        for index, event, late in zip(fresh, events, is_superseded, strict=True):
            # An erasure that commits between this and our own commit is repeated by its sweep.
            is_erased = not erased_ids.isdisjoint(members_of(event))
            outcomes[index] = "erased" if is_erased else "superseded" if late else "handled"
            if outcomes[index] == "handled":
                effective.append((*deliveries[index], event))
        _take_effect(uow, effective)
        uow.commit()
    return outcomes


def _take_effect(uow: UnitOfWork, effective: Sequence[tuple[Consumer[Any, Any], Msg, Message]]) -> None:
    """Call the handlers in the order of the events, each once for neighbours of one type if it takes many."""
    is_first = True
    for consumer, grouped in groupby(effective, key=itemgetter(0)):
        neighbours = [(message, event) for _, message, event in grouped]
        for some in [neighbours] if consumer.handle_many else [[one] for one in neighbours]:
            if not is_first:
                # A handler finds the effects of those before it in the database, and nothing of them in the session.
                execute_deferred(uow.session)
                uow.session.expunge_all()
            is_first = False
            # A batch handler works for several traces; its span belongs to the first.
            with span(f"on {consumer.subject}", some[0][0].headers):
                consumer.take_effect(uow, [event for _, event in some])


def _park(unit_of_work: Callable[[], UnitOfWork], message: Msg, error: str) -> None:
    with unit_of_work() as uow:
        uow.session.execute(
            insert(ParkedEvent)
            .values(
                event_id=UUID(_event_id(message)),
                subject=message.subject,
                payload=message.data,
                outbox_seq=_outbox_seq(message),
                error=error,
            )
            .on_conflict_do_nothing()
        )
        uow.commit()


def _count(message: Msg, outcome: str) -> None:
    events_handled.labels(message.subject, outcome).inc()
    published = message.metadata.timestamp
    event_lag_seconds.labels(message.metadata.stream).observe(
        (datetime.now(published.tzinfo) - published).total_seconds()
    )


def _event_id(message: Msg) -> str:
    return (message.headers or {})["Nats-Msg-Id"]


def _outbox_seq(message: Msg) -> int | None:
    given = (message.headers or {}).get(OUTBOX_SEQ, "")
    return int(given) if given.isdecimal() else None
