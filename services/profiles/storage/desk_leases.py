"""Leases of cases, and the decisions that can still be undone."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from shared.kit.storage.commit_notifier import wake_job
from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from profiles.domain.desk_queue import LEASE_LASTS, UNDO_WITHIN, DeskDecision
from profiles.storage.tables import DeskDecisionRow, DeskLeaseRow

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
)


class DeskLeaseRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def take(self, case_id: UUID, holder_id: UUID) -> datetime | None:
        """Take or renew the lease of a case. Returns its end; None while another person has it.

        One statement decides between two desks at once: the second insert waits for the first one's row and then sees
        that its lease is running.
        """
        added = insert(DeskLeaseRow).values(case_id=case_id, holder_id=holder_id, expires_at=func.now() + LEASE_LASTS)
        taken = added.on_conflict_do_update(
            index_elements=[DeskLeaseRow.case_id],
            set_={"holder_id": added.excluded.holder_id, "expires_at": added.excluded.expires_at},
            where=or_(DeskLeaseRow.holder_id == holder_id, DeskLeaseRow.expires_at <= func.now()),
        )
        return self._session.execute(taken.returning(DeskLeaseRow.expires_at)).scalar_one_or_none()

    def lock(self, case_id: UUID, holder_id: UUID) -> bool:
        """Lock the lease of this person until the transaction ends. False when it has ended, or is another's."""
        held = select(DeskLeaseRow.case_id).where(
            DeskLeaseRow.case_id == case_id,
            DeskLeaseRow.holder_id == holder_id,
            DeskLeaseRow.expires_at > func.now(),
        )
        return self._session.execute(held.with_for_update()).first() is not None

    def is_with_another(self, case_id: UUID, actor_id: UUID) -> bool:
        held = select(DeskLeaseRow.case_id).where(
            DeskLeaseRow.case_id == case_id,
            DeskLeaseRow.holder_id != actor_id,
            DeskLeaseRow.expires_at > func.now(),
        )
        return self._session.execute(held).first() is not None

    def give_back(self, case_id: UUID, holder_id: UUID) -> None:
        mine = (DeskLeaseRow.case_id == case_id, DeskLeaseRow.holder_id == holder_id)
        self._session.execute(delete(DeskLeaseRow).where(*mine))

    def decide(self, decision: DeskDecision) -> datetime | None:
        """Store a decision, which takes effect at the time returned. None when the case has one already."""
        values = {name: getattr(decision, name) for name in FIELDS}
        added = insert(DeskDecisionRow).values(**values, due_at=func.now() + UNDO_WITHIN)
        wake_job(self._session, "carry_out_decisions")
        once = added.on_conflict_do_nothing(index_elements=[DeskDecisionRow.case_id])
        return self._session.execute(once.returning(DeskDecisionRow.due_at)).scalar_one_or_none()

    def is_decided(self, case_id: UUID) -> bool:
        found = select(DeskDecisionRow.case_id).where(DeskDecisionRow.case_id == case_id)
        return self._session.execute(found).first() is not None

    def undo(self, batch_id: UUID, actor_id: UUID) -> list[UUID]:
        """Delete the decisions of a batch before they take effect. Returns their cases; empty when it is too late."""
        undone: Any = self._session.scalars(
            delete(DeskDecisionRow)
            .where(
                DeskDecisionRow.batch_id == batch_id,
                DeskDecisionRow.actor_id == actor_id,
                DeskDecisionRow.due_at > func.now(),
            )
            .returning(DeskDecisionRow.case_id)
        )
        return list(undone)

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
        self._session.execute(delete(DeskDecisionRow).where(DeskDecisionRow.case_id == decision.case_id))
        self.give_back(decision.case_id, decision.actor_id)

    def postpone(self, decision: DeskDecision, by: timedelta) -> None:
        """Try a decision again later."""
        of_case = update(DeskDecisionRow).where(DeskDecisionRow.case_id == decision.case_id)
        self._session.execute(of_case.values(due_at=func.now() + by))
