"""The only way events leave: from the outbox, in order, in batches, at least once."""

import asyncio
from collections.abc import Sequence
from typing import Any

import psycopg
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from sqlalchemy import Row, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from servicekit.errors_in_logs import describe
from servicekit.events import stream_of
from servicekit.logs import logger
from servicekit.storage.database import Database
from servicekit.storage.statement import Statement
from servicekit.storage.tables import OutboxRow
from servicekit.storage.waking import OUTBOX, OUTBOX_GATHER_SECONDS
from servicekit.telemetry import events_published
from servicekit.worker.streams import ensure_stream, retell_to_a_new_stream

BATCH = 200
PUBLISH_SECONDS = 5
LOOK_AROUND_SECONDS = 2  # how long an unheard notification can delay an event
CLAIM = Statement(
    select(OutboxRow.seq, OutboxRow.event_id, OutboxRow.subject, OutboxRow.payload, OutboxRow.traceparent)
    .where(OutboxRow.published_at.is_(None))
    .order_by(OutboxRow.seq)
    .limit(BATCH)
    .with_for_update(skip_locked=True)
)
MARK = Statement(
    text(
        """
        UPDATE kit.outbox SET published_at = now(), stream_seq = published.stream_seq
        FROM unnest(CAST(:seqs AS bigint[]), CAST(:stream_seqs AS bigint[])) AS published (seq, stream_seq)
        WHERE outbox.seq = published.seq
        """
    )
)
TROUBLE = (NatsError, DBAPIError, PoolTimeout, psycopg.Error, OSError, TimeoutError)


class Relay:
    """Publishes the outbox of one service. Several may run: each takes rows the others have not locked."""

    def __init__(self, database: Database, service: str, js: JetStreamContext) -> None:
        self._database, self._service, self._js = database, service, js
        self._wake = asyncio.Event()

    async def run(self) -> None:
        listening = asyncio.create_task(self._listen())
        is_stream_known = False
        while not listening.done():
            try:
                if not is_stream_known:
                    made_at = await ensure_stream(self._js, self._service)
                    await asyncio.to_thread(retell_to_a_new_stream, self._database, self._service, made_at)
                while await self._publish_batch() == BATCH:
                    pass
                is_stream_known = await self._next_commit()
            except TROUBLE as error:
                logger().warning("relay_waits", problem=describe(error))
                is_stream_known = False
                await asyncio.sleep(0.5)

    async def _publish_batch(self) -> int:
        # The rows stay locked until NATS has them on disk, so no other relay tells them meanwhile.
        session = Session(self._database.engine)
        try:
            rows = await asyncio.to_thread(_claim, session)
            if rows:
                stream_seqs = await asyncio.gather(*(self._publish(row) for row in rows))
                await asyncio.to_thread(_mark_published, session, [row.seq for row in rows], stream_seqs)
            return len(rows)
        finally:
            await asyncio.to_thread(session.close)

    async def _publish(self, row: Row[Any]) -> int:
        """Returns the message's sequence in the stream; the first one's, if NATS had it already."""
        headers = {"Nats-Msg-Id": str(row.event_id)}
        if row.traceparent:
            headers["traceparent"] = row.traceparent
        stored = await self._js.publish(
            row.subject, row.payload, timeout=PUBLISH_SECONDS, headers=headers, stream=stream_of(self._service)
        )
        events_published.labels(row.subject).inc()
        return stored.seq

    async def _next_commit(self) -> bool:
        """Returns whether one was heard of, or it is time to look around."""
        # What is committed meanwhile leaves together. The first after a silence leaves at once.
        await asyncio.sleep(OUTBOX_GATHER_SECONDS)
        try:
            await asyncio.wait_for(self._wake.wait(), LOOK_AROUND_SECONDS)
        except TimeoutError:
            return False
        self._wake.clear()
        return True

    async def _listen(self) -> None:
        """Wake at every commit that wrote to the outbox; the look-around is the net below this."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._database.dsn, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {OUTBOX}")
                    self._wake.set()
                    async for _ in connection.notifies():
                        self._wake.set()
            except (psycopg.Error, OSError):
                await asyncio.sleep(0.5)


def _claim(session: Session) -> Sequence[Row[Any]]:
    rows = CLAIM.on(session).all()
    if not rows:
        session.commit()  # at a rollback the driver would forget what it has prepared
    return rows


def _mark_published(session: Session, seqs: list[int], stream_seqs: list[int]) -> None:
    MARK.on(session, seqs=seqs, stream_seqs=stream_seqs)
    session.commit()
