from datetime import date, timedelta
from uuid import UUID

from sqlalchemy import func, or_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.storage.tables import FindingRow, ReconciliationRow

# The lease of a process that died ends after this.
LEASE = timedelta(hours=1)


class ReconciliationRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def begin(self, from_hour: int) -> date | None:
        """Lease the reconciliation of today when it is due. None when it is done or another process does it."""
        claimed = self._session.execute(
            insert(ReconciliationRow)
            .from_select(
                ["day"],
                # Sessions are in UTC.
                func.current_date().select().where(func.extract("hour", func.now()) >= from_hour),
            )
            .on_conflict_do_update(
                index_elements=[ReconciliationRow.day],
                set_={"begun_at": func.now()},
                where=(ReconciliationRow.finished_at.is_(None)) & (ReconciliationRow.begun_at < func.now() - LEASE),
            )
            .returning(ReconciliationRow.day)
        )
        return claimed.scalar_one_or_none()

    def finish(self, day: date, seen: int, mended: int, flagged: int) -> None:
        self._session.execute(
            update(ReconciliationRow)
            .where(ReconciliationRow.day == day)
            .values(finished_at=func.now(), seen=seen, mended=mended, flagged=flagged)
        )

    def flag(self, provider: str, provider_id: str, what: str, payment_id: UUID | None) -> bool:
        """Record a difference, again after it was resolved. False when an open one is recorded already."""
        noted = self._session.execute(
            insert(FindingRow)
            .values(provider=provider, provider_id=provider_id, what=what, payment_id=payment_id)
            .on_conflict_do_update(
                index_elements=[FindingRow.provider_id, FindingRow.what],
                set_={"provider": provider, "found_at": func.now(), "resolved_at": None},
                where=or_(FindingRow.resolved_at.is_not(None)),
            )
            .returning(FindingRow.provider_id)
        )
        return noted.first() is not None

    def resolve(self, provider: str, provider_id: str, what: str) -> None:
        theirs = (FindingRow.provider == provider, FindingRow.provider_id == provider_id, FindingRow.what == what)
        self._session.execute(
            update(FindingRow).where(*theirs, FindingRow.resolved_at.is_(None)).values(resolved_at=func.now())
        )
