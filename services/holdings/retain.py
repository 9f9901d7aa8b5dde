"""Rows that grow without end go by the clock; what outbox and stream say of the erased goes soon after them."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from google.protobuf.message import Message
from servicekit.events import subject_of
from servicekit.storage import UnitOfWork
from servicekit.storage.tables import ErasedRow, OutboxRow
from servicekit.worker import Job
from servicekit.worker.own_stream import OwnStream
from servicekit.worker.streams import DUPLICATES_SECONDS
from sqlalchemy import Row, func, or_, select, text, update

from holdings.declare import Forgotten, Holding, Holdings
from holdings.kit import KIT, forget_parked

AT_A_STEP = 2_000
AN_HOUR = 3600
TEN_MINUTES = 600
DUPLICATES = timedelta(seconds=DUPLICATES_SECONDS)
# What was under way when a member was erased has been told by then.
SETTLES = timedelta(minutes=5)

# A day is enough for every service to have mailed what these events ask it to.
SHORT_LIVED_KEPT = timedelta(days=1)

NAMES_THEM = """
    split_part(subject, '.', 2) NOT IN ('MemberErased', 'MemberDataErased')
    AND EXISTS (SELECT FROM unnest(CAST(:ids AS text[])) AS id WHERE position(convert_to(id, 'UTF8') IN payload) > 0)
"""
# NATS recognises a repetition for two minutes only: of what took longer to publish there may be several, and only the
# last one's sequence is known. Without a sequence the stream is searched by event id.
SEQUENCE = "CASE WHEN published_at - created_at < :duplicates THEN stream_seq END AS sequence"
FIND = text(
    f"SELECT event_id, published_at, {SEQUENCE} FROM kit.outbox WHERE seq > :after AND seq <= :upto AND {NAMES_THEM}"  # noqa: S608
)
FIND_SHORT_LIVED = text(
    f"SELECT event_id, {SEQUENCE} FROM kit.outbox "  # noqa: S608
    "WHERE subject = ANY(:subjects) AND published_at < now() - :after LIMIT :step"
)
FORGET = text("DELETE FROM kit.outbox WHERE event_id = ANY(:event_ids) AND published_at IS NOT NULL")

Units = Callable[[], UnitOfWork]


def retention_jobs(
    unit_of_work: Units, holdings: Holdings, stream: OwnStream, short_lived: Sequence[type[Message]] = ()
) -> list[Job]:
    """The jobs every service has in its worker. `short_lived` are its events that carry an address, sealed or not."""
    jobs = [
        Job("forget_old_rows", TEN_MINUTES, lambda: forget_old_rows(unit_of_work, holdings)),
        Job("sweep_erased", TEN_MINUTES, lambda: sweep_erased(unit_of_work, stream)),
    ]
    if short_lived:
        run = partial(forget_short_lived, unit_of_work, stream, short_lived)
        jobs.append(Job("forget_short_lived", TEN_MINUTES, run))
    return jobs


def forget_old_rows(unit_of_work: Units, holdings: Holdings) -> int:
    """Delete what is older than its table keeps it, in steps that hold no lock for long. Returns how many rows."""
    return sum(
        _forget(unit_of_work, holding, holding.kept)
        for holding in (*holdings, *KIT)
        if isinstance(holding.kept, Forgotten)
    )


def _forget(unit_of_work: Units, holding: Holding, kept: Forgotten) -> int:
    # All of it comes from our own declarations, never from a request.
    step = (
        f"SELECT {kept.through}(:step)"
        if kept.through
        else f"WITH gone AS (DELETE FROM {holding.table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM {holding.table} "  # noqa: S608
        f"WHERE {kept.by} < now() - :after AND ({kept.where}) LIMIT :step FOR UPDATE SKIP LOCKED)) RETURNING 1) "
        "SELECT count(*) FROM gone"
    )
    values = {"step": AT_A_STEP} if kept.through else {"after": kept.after, "step": AT_A_STEP}
    forgotten = 0
    while True:
        with unit_of_work() as uow:
            rows = int(uow.session.execute(text(step), values).scalar_one())
            uow.commit()
        forgotten += rows
        if rows < AT_A_STEP:
            return forgotten


def forget_short_lived(
    unit_of_work: Units,
    stream: OwnStream,
    short_lived: Sequence[type[Message]],
    kept: timedelta = SHORT_LIVED_KEPT,
) -> int:
    """Delete these events from the stream and then from the outbox, once they are old. Returns how many."""
    forgotten = 0
    given = {"subjects": [subject_of(event) for event in short_lived], "after": kept, "duplicates": DUPLICATES}
    while True:
        with unit_of_work() as uow:
            found = uow.session.execute(FIND_SHORT_LIVED, {**given, "step": AT_A_STEP}).all()
        stream.delete({row.event_id: row.sequence for row in found})
        forgotten += _forget_events(unit_of_work, [row.event_id for row in found])
        if len(found) < AT_A_STEP:
            return forgotten


def sweep_erased(unit_of_work: Units, stream: OwnStream, settles: timedelta = SETTLES) -> int:
    """Delete what tells of erased members: from the stream, then from the outbox, and what is parked.

    One walk through the outbox for all of them; none without them. The outbox remembers what is in the stream, so it
    goes last: if NATS does not answer, this raises and the next turn does all of it. Returns how many rows it deleted.
    """
    with unit_of_work() as uow:
        is_waiting = or_(ErasedRow.swept_at.is_(None), ErasedRow.needs_walk)
        waiting = uow.session.execute(
            select(ErasedRow.member_id, ErasedRow.needs_walk).where(
                is_waiting, ErasedRow.erased_at <= func.now() - settles
            )
        ).all()
        if not waiting:
            return 0
        first, last = uow.session.execute(select(func.min(OutboxRow.seq), func.max(OutboxRow.seq))).one()
    member_ids = [row.member_id for row in waiting]
    found: list[Row[Any]] = []
    for after in range((first or 1) - 1, last or 0, AT_A_STEP):
        span = {"after": after, "upto": after + AT_A_STEP, "duplicates": DUPLICATES}
        with unit_of_work() as uow:
            found += uow.session.execute(FIND, {**span, "ids": [str(each) for each in member_ids]})
    published = {row.event_id: row.sequence for row in found if row.published_at is not None}
    stream.delete(published, naming=[row.member_id for row in waiting if row.needs_walk])
    swept = _forget_events(unit_of_work, list(published))
    with unit_of_work() as uow:
        for member_id in member_ids:
            forget_parked(uow.session, member_id)
        # What still waits for NATS is published first: it may tell others what they have to know.
        if swept == len(found):
            is_swept = update(ErasedRow).where(ErasedRow.member_id.in_(member_ids))
            uow.session.execute(is_swept.values(swept_at=func.now(), needs_walk=False))
        uow.commit()
    return swept


def _forget_events(unit_of_work: Units, event_ids: Sequence[UUID]) -> int:
    """Delete these rows of the outbox, in steps. A row that is to be published again, into a new stream, stays."""
    forgotten = 0
    for start in range(0, len(event_ids), AT_A_STEP):
        with unit_of_work() as uow:
            deleted: Any = uow.session.execute(FORGET, {"event_ids": list(event_ids[start : start + AT_A_STEP])})
            forgotten += deleted.rowcount
            uow.commit()
    return forgotten
