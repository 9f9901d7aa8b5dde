"""The relay of the transactional outbox: publishes events to JetStream in order, in batches, at least once.

Several relays of one service may run; there is no leader. Each locks the rows of its batch (`FOR UPDATE SKIP LOCKED`)
until JetStream has acknowledged them, so that no other relay publishes them meanwhile. A relay that dies in between
leaves them unpublished; they are sent again, and JetStream drops the duplicate by its `Nats-Msg-Id`.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import psycopg
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from sqlalchemy import Row, bindparam, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from shared.kit.core.cancellation import cancel_and_wait
from shared.kit.core.errors_in_logs import describe
from shared.kit.core.identifiers import first_id_of
from shared.kit.core.logs import logger
from shared.kit.db.commit_notifier import OUTBOX_CHANNEL, OUTBOX_DEBOUNCE_SECONDS
from shared.kit.db.database import Database
from shared.kit.db.statement import Statement
from shared.kit.db.tables import OutboxRow
from shared.kit.events.commit_listener import CommitListener
from shared.kit.events.pace import Pace
from shared.kit.events.publisher import Publisher
from shared.kit.events.streams import lock_batch_to_republish, mark_republished, needs_republishing, stream_created_at

BATCH = 200
# Old events are published again so many at once: two commits and one sync of NATS for each batch. With twice as many a
# statement took 0.8 s on a busy machine.
REPUBLISHED_AT_ONCE = 500
# While consumers have no room for old events, new ones are looked for this often.
ROOM_SECONDS = 0.2
# The longest delay of an event whose NOTIFY was lost.
POLL_SECONDS = 15
# The stream is checked this often; a publication that fails, or a new connection to NATS, has it checked at once.
CHECK_SECONDS = 30
# The partitions of the outbox that each look at it reads; all of them are read with every check of the stream.
RECENT, ANY_TIME = timedelta(days=2), UUID(int=0)
LOCK_BATCH = Statement(
    select(OutboxRow.seq, OutboxRow.event_id, OutboxRow.subject, OutboxRow.payload, OutboxRow.traceparent)
    .where(OutboxRow.published_at.is_(None), OutboxRow.event_id >= bindparam("since"))
    .order_by(OutboxRow.seq)
    .limit(BATCH)
    .with_for_update(skip_locked=True)
)
MARK_PUBLISHED = Statement(
    text(
        """
        UPDATE kit.outbox SET published_at = now(), stream_seq = published.stream_seq
        FROM unnest(CAST(:event_ids AS uuid[]), CAST(:stream_seqs AS bigint[])) AS published (event_id, stream_seq)
        WHERE outbox.event_id = published.event_id
        """
    )
)
RETRIED = (NatsError, DBAPIError, PoolTimeout, psycopg.Error, OSError, TimeoutError)


class Relay:
    """Publishes the outbox of one service."""

    def __init__(
        self, database: Database, service: str, js: JetStreamContext, commits: CommitListener | None = None
    ) -> None:
        """`commits` is run by the caller, beside this; without it the relay has one of its own.

        Polling makes up for notifications that are lost.
        """
        self._database, self._service, self._js = database, service, js
        self._publisher, self._pace = Publisher(js, service), Pace(js, service)
        self._own_commits = None if commits else CommitListener(database)
        self._notified = asyncio.Event()
        self._check_at = 0.0
        for listener in (commits, self._own_commits):
            if listener:
                listener.on(OUTBOX_CHANNEL, lambda _: self._notified.set())

    def check_stream(self) -> None:
        """Check the stream at once: the server that had it may have lost it."""
        self._check_at = 0.0
        self._notified.set()

    async def run(self) -> None:
        """Publish new events as they are committed, and all again that the stream has lost.

        Runs until cancelled; after an error of NATS or of the database it tries again.
        """
        listening = [asyncio.create_task(self._own_commits.run())] if self._own_commits else []
        try:
            await self._relay()
        finally:
            await cancel_and_wait(*listening)

    async def _relay(self) -> None:
        is_stream_known = is_incomplete = False
        while True:
            try:
                if not is_stream_known:
                    created_at = await stream_created_at(self._js, self._service)
                    is_incomplete = await asyncio.to_thread(
                        needs_republishing, self._database, self._service, created_at
                    )
                    self._check_at = time.monotonic() + CHECK_SECONDS
                # Events wait for days only after an outage: those are looked for beside the stream.
                since = first_id_of(datetime.now(UTC) - RECENT) if is_stream_known else ANY_TIME
                while await self._publish_batch(since) == BATCH:
                    pass
                # New events first: a batch of old ones between two looks at the outbox.
                if is_incomplete and await self._pace.has_room():
                    is_incomplete = await self._republish_batch()
                elif is_incomplete:
                    await asyncio.sleep(ROOM_SECONDS)
                if not is_incomplete:
                    is_stream_known = await self._wait_for_commit()
            except RETRIED as error:
                logger().warning("relay_publish_failed", problem=describe(error))
                is_stream_known = False
                await asyncio.sleep(0.5)

    async def _publish_batch(self, since: UUID) -> int:
        session = Session(self._database.engine)
        try:
            rows = await asyncio.to_thread(_lock_batch, session, since)
            if rows:
                stream_seqs = await self._publisher.publish(rows)
                await asyncio.to_thread(_mark_published, session, [row.event_id for row in rows], stream_seqs)
            return len(rows)
        finally:
            await asyncio.to_thread(session.close)

    async def _republish_batch(self) -> bool:
        """Publish some rows again into a stream that lost them. Returns whether there were any."""
        session = Session(self._database.engine)
        try:
            size = min(REPUBLISHED_AT_ONCE, self._publisher.most)
            batch = await asyncio.to_thread(lock_batch_to_republish, session, self._service, size)
            if batch is None:
                return False
            stream_seqs = await self._publisher.publish(batch.rows)
            await asyncio.to_thread(mark_republished, session, self._service, batch, stream_seqs)
            return True
        finally:
            await asyncio.to_thread(session.close)

    async def _wait_for_commit(self) -> bool:
        """Wait for NOTIFY, at most `POLL_SECONDS`. Returns False when the stream is to be checked, too: `CHECK_SECONDS`
        after the last check, because it may have been lost, or another relay that republishes may have died."""
        # Events committed during this pause are published as one batch.
        await asyncio.sleep(OUTBOX_DEBOUNCE_SECONDS)
        with suppress(TimeoutError):
            async with asyncio.timeout(POLL_SECONDS):
                await self._notified.wait()
        self._notified.clear()
        return time.monotonic() < self._check_at


def _lock_batch(session: Session, since: UUID) -> Sequence[Row[Any]]:
    rows = LOCK_BATCH.on(session, since=since).all()
    if not rows:
        session.commit()  # after a ROLLBACK psycopg drops its prepared statements
    return rows


def _mark_published(session: Session, event_ids: list[UUID], stream_seqs: list[int]) -> None:
    MARK_PUBLISHED.on(session, event_ids=event_ids, stream_seqs=stream_seqs)
    session.commit()
