"""Rows that grow without end go by the clock; what is left of the erased in the outbox goes soon after them."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from servicekit.storage import UnitOfWork
from servicekit.storage.tables import ErasedRow, OutboxRow
from servicekit.worker import Job
from sqlalchemy import func, select, text, update

from holdings.declare import Forgotten, Holding, Holdings
from holdings.kit import KIT

AT_A_STEP = 2_000
AN_HOUR = 3600
TEN_MINUTES = 600
# What was under way when a member was erased has been told by then.
SETTLES = timedelta(minutes=5)

SWEEP = text(
    """
    DELETE FROM kit.outbox WHERE seq > :after AND seq <= :upto AND published_at IS NOT NULL
    AND split_part(subject, '.', 2) NOT IN ('MemberErased', 'MemberDataErased')
    AND EXISTS (SELECT FROM unnest(CAST(:ids AS text[])) AS id WHERE position(convert_to(id, 'UTF8') IN payload) > 0)
    """
)

Units = Callable[[], UnitOfWork]


def retention_jobs(unit_of_work: Units, holdings: Holdings) -> list[Job]:
    """The jobs every service has in its worker."""
    return [
        Job("forget_old_rows", TEN_MINUTES, lambda: forget_old_rows(unit_of_work, holdings)),
        Job("sweep_erased", TEN_MINUTES, lambda: sweep_erased(unit_of_work)),
    ]


def forget_old_rows(unit_of_work: Units, holdings: Holdings) -> int:
    """Delete what is older than its table keeps it, in steps that hold no lock for long. Returns how many rows."""
    return sum(
        _forget(unit_of_work, holding, holding.kept)
        for holding in (*holdings, *KIT)
        if isinstance(holding.kept, Forgotten)
    )


def _forget(unit_of_work: Units, holding: Holding, kept: Forgotten) -> int:
    # Both come from our own declarations, never from a request.
    step = text(
        f"DELETE FROM {holding.table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM {holding.table} "  # noqa: S608
        f"WHERE {kept.by} < now() - :after AND ({kept.where}) LIMIT :step FOR UPDATE SKIP LOCKED)) RETURNING 1"
    )
    forgotten = 0
    while True:
        with unit_of_work() as uow:
            rows = len(uow.session.execute(step, {"after": kept.after, "step": AT_A_STEP}).all())
            uow.commit()
        forgotten += rows
        if rows < AT_A_STEP:
            return forgotten


def sweep_erased(unit_of_work: Units, settles: timedelta = SETTLES) -> int:
    """Take out of the outbox what tells of members who were erased. One walk for all of them; none without them."""
    with unit_of_work() as uow:
        waiting = uow.session.scalars(
            select(ErasedRow.member_id).where(ErasedRow.swept_at.is_(None), ErasedRow.erased_at <= func.now() - settles)
        ).all()
        if not waiting:
            return 0
        first, last = uow.session.execute(select(func.min(OutboxRow.seq), func.max(OutboxRow.seq))).one()
    ids, swept = [str(member_id) for member_id in waiting], 0
    for after in range((first or 1) - 1, last or 0, AT_A_STEP):
        with unit_of_work() as uow:
            found = uow.session.execute(SWEEP, {"after": after, "upto": after + AT_A_STEP, "ids": ids})
            swept += getattr(found, "rowcount", 0)
            uow.commit()
    _note_swept(unit_of_work, list(waiting))
    return swept


def _note_swept(unit_of_work: Units, member_ids: list[UUID]) -> None:
    with unit_of_work() as uow:
        uow.session.execute(update(ErasedRow).where(ErasedRow.member_id.in_(member_ids)).values(swept_at=func.now()))
        uow.commit()
