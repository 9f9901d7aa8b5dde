from sqlalchemy import func, select
from sqlalchemy.orm import Session

from billing.domain.backlog import Backlog
from billing.storage.tables import FindingRow, ReconciliationRow, RefundRow, UnsettledChargeRow


class BacklogRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def measure(self) -> Backlog:
        overdue = select(func.extract("epoch", func.now() - func.min(UnsettledChargeRow.ask_after)))
        owed = select(func.extract("epoch", func.now() - func.min(RefundRow.stated_at))).where(
            RefundRow.made_at.is_(None)
        )
        differences = select(func.count()).select_from(FindingRow).where(FindingRow.resolved_at.is_(None))
        reconciled_at = select(func.extract("epoch", func.max(ReconciliationRow.finished_at)))
        row = self._session.execute(
            select(
                overdue.scalar_subquery().label("charges_overdue_seconds"),
                owed.scalar_subquery().label("refunds_owed_seconds"),
                differences.scalar_subquery().label("differences"),
                reconciled_at.scalar_subquery().label("reconciled_at"),
            )
        ).one()
        return Backlog(
            charges_overdue_seconds=max(0.0, float(row.charges_overdue_seconds or 0)),
            refunds_owed_seconds=float(row.refunds_owed_seconds or 0),
            differences=row.differences,
            reconciled_at=float(row.reconciled_at or 0),
        )
