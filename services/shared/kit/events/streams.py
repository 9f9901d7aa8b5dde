"""The JetStream stream of a service: filled again from the outbox after a loss."""

from collections.abc import Sequence
from datetime import UTC
from typing import Any, NamedTuple

from nats.js import JetStreamContext
from sqlalchemy import Row, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from shared.kit.core.event_facts import stream_of
from shared.kit.core.logs import logger
from shared.kit.db.database import Database
from shared.kit.db.statement import Statement
from shared.kit.db.tables import OutboxRow, StreamRow

# The retention of the outbox: messages about erased members leave both at the same time.
MAX_AGE_SECONDS = 30 * 86_400
# JetStream's duplicate window: an event published again within it is stored once.
DUPLICATES_SECONDS = 120

KNOWN_STREAM = Statement(
    text("SELECT made_at, republished < republish_upto AS is_incomplete FROM kit.streams WHERE name = :name")
)
# One relay republishes at a time: the others find the row locked and publish new events meanwhile.
LOCK_PROGRESS = Statement(
    text(
        """
        SELECT republished, republish_upto, is_batch_begun FROM kit.streams
        WHERE name = :name AND republished < republish_upto FOR UPDATE SKIP LOCKED
        """
    )
)
BEGIN_BATCH = Statement(text("UPDATE kit.streams SET is_batch_begun = true WHERE name = :name"))
# The row locks keep a sweep from deleting an event that is just being published (privacy/retain.py).
LOCK_PUBLISHED = Statement(
    text(
        """
        SELECT seq, event_id, subject, payload, traceparent FROM kit.outbox
        WHERE seq > :after AND seq <= :upto AND published_at IS NOT NULL
        ORDER BY seq LIMIT :batch FOR NO KEY UPDATE
        """
    )
)
SAVE_PROGRESS = Statement(
    text("UPDATE kit.streams SET republished = :republished, is_batch_begun = false WHERE name = :name")
)
# Without a sequence the sweep searches the stream for the event, so that no second copy of it survives an erasure.
MARK_REPUBLISHED = Statement(
    text(
        """
        UPDATE kit.outbox SET stream_seq = published.stream_seq
        FROM unnest(CAST(:event_ids AS uuid[]), CAST(:stream_seqs AS bigint[])) AS published (event_id, stream_seq)
        WHERE outbox.event_id = published.event_id
        """
    )
)


class Batch(NamedTuple):
    """Rows to be published again, the number in the outbox they reach to, and whether a relay died over them before."""

    rows: Sequence[Row[Any]]
    upto: int
    is_second_try: bool


async def stream_created_at(js: JetStreamContext, service: str) -> str:
    """The creation time of the service's stream, ISO 8601 in UTC.

    Raises nats.js.errors.NotFoundError until the provisioner (`shared.ops.provisioner`) has created it.
    """
    created = (await js.stream_info(stream_of(service))).created
    return created.astimezone(UTC).isoformat() if created else ""


def needs_republishing(database: Database, service: str, created_at: str) -> bool:
    """Return whether old events miss in the stream: it was created anew since, because its store was lost.

    Only the range is written down, at any size of the outbox: the relay republishes it in batches, beside new
    events. Consumers keep an inbox of handled events, so redelivery changes nothing.
    """
    name = stream_of(service)
    with Session(database.reader) as session:
        row = KNOWN_STREAM.on(session, name=name).one_or_none()
    known = row.made_at if row else None
    if row is not None and known == created_at:
        return bool(row.is_incomplete)
    with Session(database.engine) as session:
        upto = 0
        if known is not None:
            upto = session.execute(select(func.coalesce(func.max(OutboxRow.seq), 0))).scalar_one()
            logger().warning("stream_recreated", stream=name, republish_upto=upto)
        values = {"made_at": created_at, "republished": 0, "republish_upto": upto, "is_batch_begun": False}
        session.execute(
            insert(StreamRow)
            .values(name=name, **values)
            # Another relay may have noticed it first.
            .on_conflict_do_update(index_elements=[StreamRow.name], set_=values, where=StreamRow.made_at != created_at)
        )
        session.commit()
    return upto > 0


def lock_batch_to_republish(session: Session, service: str, size: int) -> Batch | None:
    """Lock the next rows to be published again. Returns None when there are none, or another relay is at it."""
    name = stream_of(service)
    begun = LOCK_PROGRESS.on(session, name=name).one_or_none()
    if begun is not None:
        BEGIN_BATCH.on(session, name=name)
    session.commit()
    # Locked anew: another relay may have taken the batch in between.
    progress = LOCK_PROGRESS.on(session, name=name).one_or_none() if begun else None
    if begun is None or progress is None:
        session.commit()
        return None
    rows = LOCK_PUBLISHED.on(session, after=progress.republished, upto=progress.republish_upto, batch=size).all()
    upto = rows[-1].seq if len(rows) == size else progress.republish_upto
    return Batch(rows, upto, begun.is_batch_begun or begun.republished != progress.republished)


def mark_republished(session: Session, service: str, batch: Batch, stream_seqs: Sequence[int]) -> None:
    """Commit that these rows are in the stream, with their sequence numbers there."""
    certain: Sequence[int | None] = [None] * len(stream_seqs) if batch.is_second_try else stream_seqs
    MARK_REPUBLISHED.on(session, event_ids=[row.event_id for row in batch.rows], stream_seqs=list(certain))
    SAVE_PROGRESS.on(session, name=stream_of(service), republished=batch.upto)
    session.commit()
