"""Hearing what others tell: each event has its effect once, however often it is told."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID

from google.protobuf.message import Message
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from sqlalchemy.dialects.postgresql import insert

from servicekit.events import stream_of_event, subject_of
from servicekit.logs import logger
from servicekit.storage.tables import InboxRow, ParkedEvent
from servicekit.storage.unit_of_work import UnitOfWork
from servicekit.telemetry import events_handled, span

TRIES = 5
BATCH = 50
PAUSES_SECONDS = (1, 2, 5, 10)


U = TypeVar("U", bound=UnitOfWork)
E = TypeVar("E", bound=Message)


@dataclass(frozen=True)
class Consumer(Generic[U, E]):
    """What a service does when it hears an event: `handle(uow, event)`, inside the unit of work's transaction."""

    event: type[E]
    handle: Callable[[U, E], None]

    @property
    def subject(self) -> str:
        return subject_of(self.event)

    @property
    def stream(self) -> str:
        return stream_of_event(self.event)


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
                if repr(error) != problem:
                    problem = repr(error)
                    logger().warning("listener_waits", stream=self._stream, problem=problem)
                await asyncio.sleep(0.5)

    async def _hear(self) -> None:
        config = ConsumerConfig(
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
                for message in messages:
                    await self._take(message)
        finally:
            await subscription.unsubscribe()

    async def _take(self, message: Msg) -> None:
        consumer = self._consumers.get(message.subject)
        if consumer is None:
            await message.ack()
            return
        try:
            outcome = await asyncio.to_thread(handle_once, self._unit_of_work, consumer, message)
        except Exception as error:
            tries = message.metadata.num_delivered or 1
            if tries < TRIES:
                logger().warning("event_retried", subject=message.subject, tries=tries, problem=repr(error))
                await message.nak(delay=PAUSES_SECONDS[min(tries, len(PAUSES_SECONDS)) - 1])
                return
            # One poisoned event must not hold up its neighbours.
            await asyncio.to_thread(_park, self._unit_of_work, message, repr(error))
            logger().error("event_parked", subject=message.subject, event_id=_event_id(message), exc_info=error)
            outcome = "parked"
        events_handled.labels(message.subject, outcome).inc()
        await message.ack()


def handle_once(unit_of_work: Callable[[], UnitOfWork], consumer: Consumer[Any, Any], message: Msg) -> str:
    """Give the event its effect in one transaction with the note that it had it. Returns "handled" or "repeated"."""
    event = consumer.event()
    event.ParseFromString(message.data)
    with span(f"on {message.subject}", message.headers), unit_of_work() as uow:
        # A concurrent delivery of the same event makes this wait for it, then skip.
        is_first = uow.session.execute(
            insert(InboxRow)
            .values(event_id=UUID(_event_id(message)))
            .on_conflict_do_nothing()
            .returning(InboxRow.event_id)
        ).first()
        if is_first is None:
            return "repeated"
        consumer.handle(uow, event)
        uow.commit()
    return "handled"


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
