"""Retention jobs: rows past their retention are deleted, and events that name erased members are swept from outbox,
stream and parked events."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from google.protobuf.message import Message
from sqlalchemy import Row, func, or_, select, text, update

from shared.kit.core import ERASURE_EVENTS, subject_of
from shared.kit.db import ErasedRow, UnitOfWork
from shared.kit.events import DUPLICATES_SECONDS, Job, OwnStream
from shared.privacy.declare import DataInventory, DataRecord, DeletedAfter
from shared.privacy.erase import erase_rows
from shared.privacy.kit import KIT

AT_A_STEP = 2_000
MEMBERS_AT_A_STEP = 100
AN_HOUR = 3600
TEN_MINUTES = 600
DUPLICATES = timedelta(seconds=DUPLICATES_SECONDS)
# Events in flight when a member was erased are published by then.
SETTLES = timedelta(minutes=5)

# A day is enough for every service to send the mails that these events ask for.
SHORT_LIVED_KEPT = timedelta(days=1)

# The duplicate window of NATS is two minutes: an event that took longer to publish may be in the stream several times,
# and only the last sequence number is known. Without a sequence number the stream is searched by event id.
SEQUENCE = "CASE WHEN published_at - created_at < :duplicates THEN stream_seq END AS sequence"
# Two indexes: that over the ids has published rows, the other one all that wait.
NAMING_THEM = (
    f"SELECT event_id, published_at, stream_seq, {SEQUENCE} FROM kit.outbox "  # noqa: S608
    "WHERE named_ids && CAST(:member_ids AS uuid[]) AND split_part(subject, '.', 2) != ALL(:erasure_events) "
)
FIND = text(f"{NAMING_THEM} AND published_at IS NOT NULL UNION ALL {NAMING_THEM} AND published_at IS NULL").bindparams(
    erasure_events=list(ERASURE_EVENTS)
)
# Rows of releases before the column: they are gone thirty days after the upgrade, and the index of them is empty then.
WITHOUT_IDS = text("SELECT min(seq), max(seq) FROM kit.outbox WHERE named_ids IS NULL")
FIND_WITHOUT_IDS = text(
    f"SELECT event_id, published_at, stream_seq, {SEQUENCE} FROM kit.outbox "  # noqa: S608
    "WHERE named_ids IS NULL AND seq > :after AND seq <= :upto "
    "AND split_part(subject, '.', 2) != ALL(:erasure_events) "
    "AND EXISTS (SELECT FROM unnest(CAST(:texts AS text[])) AS id "
    "WHERE position(convert_to(id, 'UTF8') IN payload) > 0)"
).bindparams(erasure_events=list(ERASURE_EVENTS))
FIND_SHORT_LIVED = text(
    f"SELECT event_id, stream_seq, {SEQUENCE} FROM kit.outbox "  # noqa: S608
    "WHERE subject = ANY(:subjects) AND published_at < now() - :after LIMIT :step"
)
# A row with another sequence than was found was published again meanwhile, into a new stream.
FORGET = text(
    """
    DELETE FROM kit.outbox
    USING unnest(CAST(:event_ids AS uuid[]), CAST(:stream_seqs AS bigint[])) AS found (event_id, stream_seq)
    WHERE outbox.event_id = found.event_id AND outbox.stream_seq IS NOT DISTINCT FROM found.stream_seq
    AND published_at IS NOT NULL
    """
)

Units = Callable[[], UnitOfWork]


def retention_jobs(
    unit_of_work: Units, inventory: DataInventory, stream: OwnStream, short_lived: Sequence[type[Message]] = ()
) -> list[Job]:
    """The jobs every service has in its worker. `short_lived` are its events that carry an address, sealed or not."""
    jobs = [
        Job("forget_old_rows", TEN_MINUTES, lambda: forget_old_rows(unit_of_work, inventory)),
        Job("sweep_erased", TEN_MINUTES, lambda: sweep_erased(unit_of_work, inventory, stream)),
    ]
    if short_lived:
        run = partial(forget_short_lived, unit_of_work, stream, short_lived)
        jobs.append(Job("forget_short_lived", TEN_MINUTES, run))
    return jobs


def forget_old_rows(unit_of_work: Units, inventory: DataInventory) -> int:
    """Delete rows past their retention, in steps that hold row locks briefly. Returns how many rows."""
    return sum(
        _forget(unit_of_work, record, record.retention)
        for record in (*inventory, *KIT)
        if isinstance(record.retention, DeletedAfter)
    )


def _forget(unit_of_work: Units, record: DataRecord, kept: DeletedAfter) -> int:
    # All of it comes from our own declarations, never from a request.
    step = (
        f"SELECT {kept.through}(:step)"
        if kept.through
        else f"WITH gone AS (DELETE FROM {record.table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM {record.table} "  # noqa: S608
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
    kept_for: timedelta = SHORT_LIVED_KEPT,
) -> int:
    """Delete these events from the stream and then from the outbox, once they are old. Returns how many."""
    forgotten = 0
    given = {"subjects": [subject_of(event) for event in short_lived], "after": kept_for, "duplicates": DUPLICATES}
    while True:
        with unit_of_work() as uow:
            found = uow.session.execute(FIND_SHORT_LIVED, {**given, "step": AT_A_STEP}).all()
        stream.delete({row.event_id: row.sequence for row in found})
        forgotten += _forget_events(unit_of_work, found)
        if len(found) < AT_A_STEP:
            return forgotten


def sweep_erased(unit_of_work: Units, inventory: DataInventory, stream: OwnStream, settles: timedelta = SETTLES) -> int:
    """Delete events that name erased members: from the stream, then from the outbox, and parked ones.

    Rows that an event handled at the moment of the erasure has brought back go too.

    Only rows that name one of them are read, by an index over the ids that events name. The outbox remembers what is in
    the stream, so it goes last: if NATS does not answer, this raises and the next turn does it. Returns how many rows
    it deleted.
    """
    swept = 0
    after = UUID(int=0)
    while True:
        with unit_of_work() as uow:
            is_waiting = or_(ErasedRow.swept_at.is_(None), ErasedRow.needs_walk)
            waiting = uow.session.execute(
                select(ErasedRow.member_id, ErasedRow.needs_walk)
                .where(is_waiting, ErasedRow.erased_at <= func.now() - settles, ErasedRow.member_id > after)
                .order_by(ErasedRow.member_id)
                .limit(MEMBERS_AT_A_STEP)
            ).all()
        if waiting:
            swept += _sweep(unit_of_work, inventory, stream, waiting)
        if len(waiting) < MEMBERS_AT_A_STEP:
            return swept
        after = waiting[-1].member_id


def _sweep(unit_of_work: Units, inventory: DataInventory, stream: OwnStream, waiting: Sequence[Row[UUID, bool]]) -> int:
    member_ids = [row.member_id for row in waiting]
    found = _events_naming(unit_of_work, member_ids)
    published = [row for row in found if row.published_at is not None]
    stream.delete(
        {row.event_id: row.sequence for row in published}, naming=[row.member_id for row in waiting if row.needs_walk]
    )
    swept = _forget_events(unit_of_work, published)
    with unit_of_work() as uow:
        for member_id in member_ids:
            erase_rows(uow.session, inventory, member_id)
        # Events not published yet stay for the next turn: other services may still need them.
        if swept == len(found):
            is_swept = update(ErasedRow).where(ErasedRow.member_id.in_(member_ids))
            uow.session.execute(is_swept.values(swept_at=func.now(), needs_walk=False))
        uow.commit()
    return swept


def _events_naming(unit_of_work: Units, member_ids: Sequence[UUID]) -> list[Row[Any]]:
    """The rows of the outbox that name one of these members, but not those of an erasure itself."""
    with unit_of_work() as uow:
        found = list(uow.session.execute(FIND, {"member_ids": member_ids, "duplicates": DUPLICATES}))
        first, last = uow.session.execute(WITHOUT_IDS).one()
    if first is not None:
        texts = [str(member_id) for member_id in member_ids]
        for after in range(first - 1, last, AT_A_STEP):
            span = {"after": after, "upto": after + AT_A_STEP, "duplicates": DUPLICATES, "texts": texts}
            with unit_of_work() as uow:
                found += uow.session.execute(FIND_WITHOUT_IDS, span)
    return found


def _forget_events(unit_of_work: Units, found: Sequence[Row[Any]]) -> int:
    """Delete these rows of the outbox, in steps. A row published again since it was found stays for the next turn."""
    forgotten = 0
    for start in range(0, len(found), AT_A_STEP):
        some = found[start : start + AT_A_STEP]
        values = {"event_ids": [row.event_id for row in some], "stream_seqs": [row.stream_seq for row in some]}
        with unit_of_work() as uow:
            deleted: Any = uow.session.execute(FORGET, values)
            forgotten += deleted.rowcount
            uow.commit()
    return forgotten
