"""Publishing rows of the outbox: many at once as one atomic batch, which NATS writes to disk once.

NATS syncs every acknowledged message (`sync_interval: always`), one after the other, so a second has as many single
messages as the disk has syncs. An atomic batch is stored whole or not at all, in the order given and without other
messages between.
"""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from nats.js import JetStreamContext
from nats.js.errors import APIError
from opentelemetry.trace import SpanKind
from sqlalchemy import Row

from shared.kit.core.event_facts import stream_of
from shared.kit.core.logs import logger
from shared.kit.core.telemetry import events_published, outgoing_context, span
from shared.kit.events.states import OUTBOX_SEQ

# NATS takes no larger batch.
MOST_IN_A_BATCH = 1_000
# Fewer are sent one by one: preparing a batch costs the server as much as a few syncs.
FEWEST_IN_A_BATCH = 8
# Single messages under way at once: a disk with a hundred syncs a second takes them before the timeout.
MOST_UNDER_WAY = 200
PUBLISH_SECONDS, BATCH_SECONDS = 5, 10
BATCH_ID, BATCH_SEQUENCE, BATCH_COMMIT = "Nats-Batch-Id", "Nats-Batch-Sequence", "Nats-Batch-Commit"
DUPLICATE_IN_BATCH = 10201
# A stream of an earlier release takes batches once the provisioner has changed it, so they are tried again.
REFUSED_SECONDS = 60


class Publisher:
    """Publishes events of one service to its stream, at least once and in their order."""

    def __init__(self, js: JetStreamContext, service: str) -> None:
        self._js, self._stream = js, stream_of(service)
        self._refused_at = float("-inf")

    @property
    def _takes_batches(self) -> bool:
        return time.monotonic() - self._refused_at > REFUSED_SECONDS

    @property
    def most(self) -> int:
        """The largest number of rows for one `publish`; more would keep their locks for long."""
        return MOST_IN_A_BATCH if self._takes_batches else MOST_UNDER_WAY

    async def publish(self, rows: Sequence[Row[Any]]) -> list[int]:
        """Publish these rows. Returns their sequences in the stream; for a duplicate, that of the first copy.

        Raises nats.errors.Error or TimeoutError when NATS did not acknowledge all; some may be in the stream then.
        """
        if self._takes_batches and FEWEST_IN_A_BATCH <= len(rows) <= MOST_IN_A_BATCH:
            last = await self._publish_batch(rows)
            if last is not None:
                return list(range(last - len(rows) + 1, last + 1))
        stream_seqs: list[int] = []
        for first in range(0, len(rows), MOST_UNDER_WAY):
            some = rows[first : first + MOST_UNDER_WAY]
            stream_seqs += await asyncio.gather(*(self._publish_one(row) for row in some))
        return stream_seqs

    async def _publish_batch(self, rows: Sequence[Row[Any]]) -> int | None:
        """Publish these rows as one batch. Returns the sequence of the last; None if NATS refused it as a whole."""
        batch_id = uuid4().hex
        # Only the last message of a batch is acknowledged, and JetStreamContext waits for each.
        client = self._js._nc
        for number, row in enumerate(rows[:-1], 1):
            with _sent(row) as headers:
                headers |= {BATCH_ID: batch_id, BATCH_SEQUENCE: str(number)}
                await client.publish(row.subject, row.payload, headers=headers)
        last = rows[-1]
        try:
            with _sent(last) as headers:
                headers |= {BATCH_ID: batch_id, BATCH_SEQUENCE: str(len(rows)), BATCH_COMMIT: "1"}
                stored = await self._js.publish(
                    last.subject, last.payload, timeout=BATCH_SECONDS, headers=headers, stream=self._stream
                )
        except APIError as error:
            # One of them is in the stream already, from a relay that died before it could note that: NATS refuses the
            # batch, and deduplicates single messages.
            if error.err_code != DUPLICATE_IN_BATCH:
                self._refuse(error.description or "")
            return None
        if stored.batch_size != len(rows):
            # A server before 2.12 has stored each by itself; published once more, they are duplicates.
            self._refuse("the server knows no batches")
            return None
        for row in rows:
            events_published.labels(row.subject).inc()
        return stored.seq

    def _refuse(self, reason: str) -> None:
        logger().warning("batches_not_taken", stream=self._stream, reason=reason)
        self._refused_at = time.monotonic()

    async def _publish_one(self, row: Row[Any]) -> int:
        with _sent(row) as headers:
            stored = await self._js.publish(
                row.subject, row.payload, timeout=PUBLISH_SECONDS, headers=headers, stream=self._stream
            )
        events_published.labels(row.subject).inc()
        return stored.seq


@contextmanager
def _sent(row: Row[Any]) -> Iterator[dict[str, str]]:
    """The span of an event that is published, as a part of the trace that announced it, and the event's headers."""
    attributes = {
        "messaging.system": "nats",
        "messaging.destination.name": row.subject,
        "messaging.operation.name": "publish",
        "messaging.operation.type": "send",
        "messaging.message.id": str(row.event_id),
    }
    incoming = {"traceparent": row.traceparent} if row.traceparent else None
    with span(f"publish {row.subject}", incoming, kind=SpanKind.PRODUCER, attributes=attributes):
        yield {"Nats-Msg-Id": str(row.event_id), OUTBOX_SEQ: str(row.seq), **(outgoing_context() if incoming else {})}
