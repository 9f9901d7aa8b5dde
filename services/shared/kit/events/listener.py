"""Delivery of the events of one JetStream stream to the handlers of one service."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from google.protobuf.message import DecodeError
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from sqlalchemy.dialects.postgresql import insert

from shared.kit.core.errors_in_logs import describe
from shared.kit.core.logs import logger
from shared.kit.core.telemetry import event_lag_seconds, events_handled
from shared.kit.db.tables import ParkedEvent
from shared.kit.db.unit_of_work import UnitOfWork
from shared.kit.events.consumers import BATCH, Consumer, event_id_of, handle_all, handle_once, outbox_seq_of
from shared.kit.events.pull_consumer import PullConsumer

TRIES = 5
PAUSES_SECONDS = (1, 2, 5, 10)
# During an upgrade a consumer may already deliver events that only the next release's workers know: they are left to
# those for half an hour.
UNKNOWN_TRIES, UNKNOWN_PAUSE_SECONDS = 60, 30
# Batching: after a batch that was not full the consumer pauses this long, so that under load many events are handled in
# one transaction. The first event after a silence is handled at once, and a backlog is worked off without pauses.
BATCH_PAUSE_SECONDS = 0.3
# A fetch waits this long for the first event. NATS forgets it when the connection breaks; it is then sent again.
FETCH_SECONDS = 60
# How long NATS has to answer about a consumer.
ANSWER_SECONDS = 5


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
        nats: Client,
    ) -> None:
        self._service, self._stream, self._unit_of_work, self._nats = service, stream, unit_of_work, nats
        self._consumers = {consumer.subject: consumer for consumer in consumers}
        self._fetching: asyncio.Task[list[Msg]] | None = None
        if len(self._consumers) < len(consumers):
            raise ValueError(f"{service} has several handlers for one event of the stream {stream}")

    async def run(self) -> None:
        """Consume until cancelled; try again half a second after NATS has refused."""
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

    def fetch_again(self) -> None:
        """Send a waiting fetch again, because NATS no longer knows of it."""
        if self._fetching:
            self._fetching.cancel()

    async def _consume(self) -> None:
        js = self._nats.jetstream(timeout=ANSWER_SECONDS)
        await js.consumer_info(self._stream, self._service)
        async with PullConsumer(self._nats, self._stream, self._service) as consumer:
            while True:
                messages = await self._fetch(consumer)
                if not messages:
                    # No new event, or the durable consumer was lost: then this call raises.
                    await js.consumer_info(self._stream, self._service)
                    continue
                await self._handle_fetched(messages)
                if len(messages) < BATCH:
                    await asyncio.sleep(BATCH_PAUSE_SECONDS)

    async def _fetch(self, consumer: PullConsumer) -> list[Msg]:
        """Wait for events. Returns none after `FETCH_SECONDS`, or when the connection was made anew meanwhile."""
        self._fetching = asyncio.ensure_future(consumer.fetch(BATCH, FETCH_SECONDS))
        try:
            await asyncio.wait([self._fetching])
            return [] if self._fetching.cancelled() else self._fetching.result()
        finally:
            self._fetching.cancel()

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
            UUID(event_id_of(message))
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
            logger().error("event_parked", subject=message.subject, event_id=event_id_of(message), exc_info=error)
            outcome = "parked"
        _count(message, outcome)
        await message.ack()

    async def _defer_unknown(self, message: Msg) -> None:
        """Leave an event without a handler in this release to the workers of the next release."""
        if (message.metadata.num_delivered or 1) < UNKNOWN_TRIES:
            await message.nak(delay=UNKNOWN_PAUSE_SECONDS)
            return
        logger().warning("event_unknown", subject=message.subject, event_id=event_id_of(message))
        events_handled.labels(message.subject, "unknown").inc()
        await message.ack()


def _park(unit_of_work: Callable[[], UnitOfWork], message: Msg, error: str) -> None:
    with unit_of_work() as uow:
        uow.session.execute(
            insert(ParkedEvent)
            .values(
                event_id=UUID(event_id_of(message)),
                subject=message.subject,
                payload=message.data,
                outbox_seq=outbox_seq_of(message),
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
