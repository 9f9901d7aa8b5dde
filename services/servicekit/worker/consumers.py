"""Hearing what others tell: each event has its effect once, however often it is told."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Generic, TypeVar
from uuid import UUID

from google.protobuf.message import DecodeError, Message
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert

from servicekit.errors_in_logs import describe
from servicekit.events import stream_of_event, subject_of
from servicekit.logs import logger
from servicekit.storage.statement import Statement
from servicekit.storage.tables import ParkedEvent
from servicekit.storage.unit_of_work import UnitOfWork
from servicekit.telemetry import events_handled, span

TRIES = 5
BATCH = 50
PAUSES_SECONDS = (1, 2, 5, 10)
# After each helping that was not full the next is let grow for a moment: the first event after a silence is heard at
# once, under load many are heard for the price of one, and a backlog is not made to wait.
GATHER_SECONDS = 0.3


NOTE = Statement(
    text(
        """
        INSERT INTO kit.inbox (event_id) SELECT unnest(CAST(:event_ids AS uuid[])) ON CONFLICT DO NOTHING
        RETURNING event_id
        """
    )
)

U = TypeVar("U", bound=UnitOfWork)
E = TypeVar("E", bound=Message)


@dataclass(frozen=True)
class Consumer(Generic[U, E]):
    """What a service does when it hears an event: `handle(uow, event)`, inside the unit of work's transaction.

    For events that come with every message there is `of_many`: those that wait have their effects in one transaction,
    each statement doing its part for all of them. It locks rows in the order of their keys, so that no two transactions
    can wait for each other.
    """

    event: type[E]
    handle: Callable[[U, E], None]
    handle_many: Callable[[U, Sequence[E]], None] | None = None

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


class Listener:
    """Hears one stream for one service, in order, through a durable consumer that NATS may lose at any time."""

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

    async def run(self) -> None:
        problem = ""
        while True:
            try:
                await self._hear()
            except NatsError as error:
                # The stream's owner makes it; until then there is nothing to hear. Said once, not at every try.
                if describe(error) != problem:
                    problem = describe(error)
                    logger().warning("listener_waits", stream=self._stream, problem=problem)
                await asyncio.sleep(0.5)

    async def _hear(self) -> None:
        config = ConsumerConfig(
            # With a name, the request's subject names the consumer, which is what NATS can allow or refuse.
            name=self._service,
            durable_name=self._service,
            ack_policy=AckPolicy.EXPLICIT,
            ack_wait=30,
            deliver_policy=DeliverPolicy.ALL,
            filter_subjects=sorted(self._consumers),
            max_ack_pending=BATCH * 4,
        )
        await self._js.add_consumer(self._stream, config)
        subscription = await self._js.pull_subscribe_bind(durable=self._service, stream=self._stream)
        try:
            while True:
                try:
                    messages = await subscription.fetch(BATCH, timeout=5)
                except TimeoutError:
                    # Nothing new, or a consumer that is gone: asking tells which, by raising.
                    await self._js.consumer_info(self._stream, self._service)
                    continue
                for subject, neighbours in groupby(messages, lambda message: message.subject):
                    await self._take_all(self._consumers.get(subject), list(neighbours))
                if len(messages) < BATCH:
                    await asyncio.sleep(GATHER_SECONDS)
        finally:
            await subscription.unsubscribe()

    async def _take_all(self, consumer: Consumer[Any, Any] | None, received: Sequence[Msg]) -> None:
        messages = [message for message in received if await self._is_event(message)]
        if consumer and consumer.handle_many and len(messages) > 1:
            try:
                outcomes = await asyncio.to_thread(handle_together, self._unit_of_work, consumer, messages)
            except Exception as error:
                # One of them is the cause; alone, each shows what it is.
                logger().warning("events_taken_apart", stream=self._stream, problem=describe(error))
            else:
                for message, outcome in zip(messages, outcomes, strict=True):
                    events_handled.labels(message.subject, outcome).inc()
                    await message.ack()
                return
        for message in messages:
            await self._take(consumer, message)

    async def _is_event(self, message: Msg) -> bool:
        """Whether it came from an outbox. Without an id it could neither be handled once nor parked: drop it."""
        try:
            UUID(_event_id(message))
        except (KeyError, ValueError):
            logger().error("event_malformed", subject=message.subject, bytes=len(message.data))
            events_handled.labels(message.subject, "malformed").inc()
            await message.term()
            return False
        return True

    async def _take(self, consumer: Consumer[Any, Any] | None, message: Msg) -> None:
        if consumer is None:
            await message.ack()
            return
        try:
            outcome = await asyncio.to_thread(handle_once, self._unit_of_work, consumer, message)
        except Exception as error:
            tries = message.metadata.num_delivered or 1
            # A payload that cannot be decoded will not be at the next try either.
            if tries < TRIES and not isinstance(error, DecodeError):
                logger().warning("event_retried", subject=message.subject, tries=tries, problem=describe(error))
                await message.nak(delay=PAUSES_SECONDS[min(tries, len(PAUSES_SECONDS)) - 1])
                return
            # One poisoned event must not hold up its neighbours.
            await asyncio.to_thread(_park, self._unit_of_work, message, describe(error))
            logger().error("event_parked", subject=message.subject, event_id=_event_id(message), exc_info=error)
            outcome = "parked"
        events_handled.labels(message.subject, outcome).inc()
        await message.ack()


def handle_once(unit_of_work: Callable[[], UnitOfWork], consumer: Consumer[Any, Any], message: Msg) -> str:
    """Give the event its effect in one transaction with the note that it had it. Returns "handled" or "repeated"."""
    with span(f"on {message.subject}", message.headers):
        return handle_together(unit_of_work, consumer, [message])[0]


def handle_together(
    unit_of_work: Callable[[], UnitOfWork], consumer: Consumer[Any, Any], messages: Sequence[Msg]
) -> list[str]:
    """The same for several events of one kind: all of them have their effect, or none."""
    with unit_of_work() as uow:
        # Noted in the order of ids: a concurrent delivery of the same events makes this wait for it, then skip.
        event_ids = sorted({_event_id(message) for message in messages})
        unheard = {str(row[0]) for row in NOTE.on(uow.session, event_ids=event_ids)}
        outcomes, events = [], []
        for message in messages:
            event_id = _event_id(message)
            if event_id in unheard:
                unheard.remove(event_id)
                events.append(consumer.event.FromString(message.data))
                outcomes.append("handled")
            else:
                outcomes.append("repeated")
        if events:
            consumer.take_effect(uow, events)
        uow.commit()
    return outcomes


def _park(unit_of_work: Callable[[], UnitOfWork], message: Msg, error: str) -> None:
    with unit_of_work() as uow:
        uow.session.execute(
            insert(ParkedEvent)
            .values(event_id=UUID(_event_id(message)), subject=message.subject, payload=message.data, error=error)
            .on_conflict_do_nothing()
        )
        uow.commit()


def _event_id(message: Msg) -> str:
    return (message.headers or {})["Nats-Msg-Id"]
