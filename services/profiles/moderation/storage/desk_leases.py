"""Leases of cases, and the decisions that can still be undone."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from shared.kit.db import wake_job
from sqlalchemy import ColumnElement, and_, delete, func, literal, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from profiles.moderation.domain.desk_queue import LEASE_LASTS, UNDO_WITHIN, CaseKey, DeskDecision
from profiles.moderation.storage.tables import DeskDecisionRow, DeskLeaseRow

FIELDS = (
    "id",
    "batch_id",
    "case_id",
    "actor_id",
    "pool",
    "member_id",
    "is_photo",
    "measure",
    "reason",
    "ground",
    "template",
    "facts",
    "days",
    "reports",
)


class DeskLeaseRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def take(self, case: CaseKey, holder_id: UUID, reports: Sequence[UUID] | None = None) -> datetime | None:
        """Take or renew the lease of a case, for a look at these reports or those of before. Returns its end; None
        while another person has it.

        One statement decides between two desks at once. The table has two unique indexes, and ON CONFLICT waits for a
        concurrent row of one of them alone: the advisory lock of the case keeps the other from raising.
        """
        lock = func.pg_advisory_xact_lock(func.hashtextextended(f"lease {case.id}", 3))
        self._session.execute(select(lock))
        added = insert(DeskLeaseRow).values(
            case_id=case.id,
            is_photo=case.is_photo,
            holder_id=holder_id,
            expires_at=func.now() + LEASE_LASTS,
            reports=reports,
        )
        taken = added.on_conflict_do_update(
            index_elements=[DeskLeaseRow.case_id],
            set_={
                **{name: added.excluded[name] for name in ("is_photo", "holder_id", "expires_at")},
                "reports": func.coalesce(added.excluded.reports, DeskLeaseRow.reports),
            },
            where=or_(DeskLeaseRow.holder_id == holder_id, DeskLeaseRow.expires_at <= func.now()),
        )
        return self._session.execute(taken.returning(DeskLeaseRow.expires_at)).scalar_one_or_none()

    def lock(self, case: CaseKey, holder_id: UUID) -> list[UUID] | None:
        """Lock the lease of this person until the transaction ends. Returns the reports that they were shown; None when
        it has ended, or is another's."""
        held = select(DeskLeaseRow).where(
            is_lease_of(case.id, case.is_photo),
            DeskLeaseRow.holder_id == holder_id,
            DeskLeaseRow.expires_at > func.now(),
        )
        lease = self._session.scalars(held.with_for_update()).one_or_none()
        return (lease.reports or [case.id]) if lease else None

    def is_with_another(self, case: CaseKey, actor_id: UUID) -> bool:
        held = select(DeskLeaseRow.case_id).where(
            is_lease_of(case.id, case.is_photo),
            DeskLeaseRow.holder_id != actor_id,
            DeskLeaseRow.expires_at > func.now(),
        )
        return self._session.execute(held).first() is not None

    def is_mine(self, case_id: UUID, holder_id: UUID) -> bool:
        """Whether this person has a case of complaints open."""
        held = select(DeskLeaseRow.case_id).where(
            is_lease_of(case_id, literal(False)),
            DeskLeaseRow.holder_id == holder_id,
            DeskLeaseRow.expires_at > func.now(),
        )
        return self._session.execute(held).first() is not None

    def give_back(self, case: CaseKey, holder_id: UUID) -> None:
        mine = (is_lease_of(case.id, case.is_photo), DeskLeaseRow.holder_id == holder_id)
        self._session.execute(delete(DeskLeaseRow).where(*mine))

    def decide(self, decision: DeskDecision) -> datetime | None:
        """Store a decision, which takes effect at the time returned. None when the case has one already."""
        values = {name: getattr(decision, name) for name in FIELDS}
        added = insert(DeskDecisionRow).values(**values, due_at=func.now() + UNDO_WITHIN)
        wake_job(self._session, "carry_out_decisions")
        once = added.on_conflict_do_nothing(index_elements=[DeskDecisionRow.case_id])
        return self._session.execute(once.returning(DeskDecisionRow.due_at)).scalar_one_or_none()

    def is_decided(self, case: CaseKey) -> bool:
        found = select(DeskDecisionRow.case_id).where(is_decision_of(case.id, case.is_photo))
        return self._session.execute(found).first() is not None

    def undo(self, batch_id: UUID, actor_id: UUID) -> list[CaseKey]:
        """Delete the decisions of a batch before they take effect. Returns their cases; empty when it is too late."""
        undone = self._session.execute(
            delete(DeskDecisionRow)
            .where(
                DeskDecisionRow.batch_id == batch_id,
                DeskDecisionRow.actor_id == actor_id,
                DeskDecisionRow.due_at > func.now(),
            )
            .returning(DeskDecisionRow.case_id, DeskDecisionRow.is_photo)
        )
        return [CaseKey(row.case_id, row.is_photo) for row in undone]

    def next_due(self, but_not: Sequence[UUID]) -> DeskDecision | None:
        """Lock a decision whose time has come and that no other worker has; None when there is none."""
        row = self._session.scalars(
            select(DeskDecisionRow)
            .where(DeskDecisionRow.due_at <= func.now(), DeskDecisionRow.case_id.not_in(but_not))
            .order_by(DeskDecisionRow.due_at, DeskDecisionRow.case_id)
            .limit(1)
            .with_for_update(skip_locked=True)
        ).one_or_none()
        return DeskDecision(**{name: getattr(row, name) for name in FIELDS}) if row else None

    def finish(self, decision: DeskDecision) -> None:
        """Delete a decision that took effect, or cannot, and the lease of its case."""
        self._session.execute(delete(DeskDecisionRow).where(is_decision_of(decision.case_id, decision.is_photo)))
        self.give_back(decision.case, decision.actor_id)

    def postpone(self, decision: DeskDecision, by: timedelta) -> None:
        """Try a decision again later."""
        of_case = update(DeskDecisionRow).where(is_decision_of(decision.case_id, decision.is_photo))
        self._session.execute(of_case.values(due_at=func.now() + by))


def is_lease_of(case_id: Any, is_photo: Any) -> ColumnElement[bool]:
    """Whether a lease is of the case with this id and kind. A lease without a kind is of the previous release."""
    return and_(DeskLeaseRow.case_id == case_id, func.coalesce(DeskLeaseRow.is_photo, is_photo) == is_photo)


def is_decision_of(case_id: Any, is_photo: Any) -> ColumnElement[bool]:
    return and_(DeskDecisionRow.case_id == case_id, DeskDecisionRow.is_photo == is_photo)
