"""Continuous audit of the ledger: each run checks all new transfers and the next part of the old ones."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.orm import Session

from billing.domain.transfer import HOUSE
from billing.storage.audit_queries import EVERYTHING, FIRST_NOTES, QUERIES
from billing.storage.tables import AuditFindingRow, AuditProgressRow

# Old transfers in one run.
PART = 50_000
# Longer than any transaction may last, so that rows of a transaction open during the last run are in the next one.
OVERLAP = "2 minutes"
OUTCOMES_SINCE = func.coalesce(AuditProgressRow.outcomes_since, AuditProgressRow.messages_since)
# Release 0.2.0 stops purchases over a charge that waits without a row in unsettled_charges: its auditor is not to look
# at charges, neither during an upgrade nor after going back (UPGRADING).
NOT_BY_0_2_0 = datetime(9999, 1, 1, tzinfo=UTC)
NOBODY, EVERYBODY = UUID(int=0), UUID(int=2**128 - 1)
HOUSE_ACCOUNTS = {"kinds": [kind.value for kind in HOUSE], "accounts": list(HOUSE.values())}


def check_all(session: Session) -> dict[str, int]:
    """Count violations of each kind in the whole ledger, without a limit of time."""
    noted = session.scalar(select(OUTCOMES_SINCE)) or session.scalar(text(FIRST_NOTES))
    scope = {
        "since": datetime.min.replace(tzinfo=UTC),
        "messages_since": noted,
        "after": NOBODY,
        "upto": EVERYBODY,
        **HOUSE_ACCOUNTS,
    }
    return {name: session.scalar(text(query), scope) or 0 for name, query in EVERYTHING}


class AuditRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def check_part(self) -> dict[str, int] | None:
        """Count violations of each kind in new and the next part of old transfers. None while another process does.

        Must be first in its transaction, which it puts on one snapshot (REPEATABLE READ).
        """
        self._session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
        self._session.execute(text("SET LOCAL statement_timeout = '120s'"))
        progress = self._progress()
        if progress is None:
            return None
        upto = self._end_of_part(progress.after_member)
        scope = {
            "since": progress.since,
            "messages_since": progress.outcomes_since,
            "after": progress.after_member,
            "upto": upto,
            **HOUSE_ACCOUNTS,
        }
        counts: dict[str, int] = {}
        for name, query in QUERIES:
            counts[name] = counts.get(name, 0) + (self._session.scalar(text(query), scope) or 0)
        self._session.execute(
            update(AuditProgressRow).values(
                since=func.now() - text(f"interval '{OVERLAP}'"),
                after_member=NOBODY if upto == EVERYBODY else upto,
                finished_at=func.clock_timestamp(),
            )
        )
        return counts

    def stop_purchases(self, off: dict[str, int]) -> bool:
        """Record a finding, which stops purchases. False when they are stopped already."""
        # The index lets one finding be open.
        found = self._session.execute(
            upsert(AuditFindingRow).values(off=off).on_conflict_do_nothing().returning(AuditFindingRow.id)
        )
        return found.first() is not None

    def purchases_are_stopped(self) -> bool:
        is_open = select(AuditFindingRow.id).where(AuditFindingRow.cleared_at.is_(None)).limit(1)
        return self._session.execute(is_open).first() is not None

    def acknowledge(self, by: str, why: str) -> bool:
        """False when there was nothing to clear."""
        acknowledged = self._session.execute(
            update(AuditFindingRow)
            .where(AuditFindingRow.cleared_at.is_(None))
            .values(cleared_at=func.now(), cleared_by=by, cleared_why=why)
            .returning(AuditFindingRow.id)
        )
        return acknowledged.first() is not None

    def _progress(self) -> Any:
        if self._session.execute(select(AuditProgressRow.id)).first() is None:
            self._session.execute(
                insert(AuditProgressRow).values(
                    id=1,
                    since=func.now() - text(f"interval '{OVERLAP}'"),
                    outcomes_since=self._session.scalar(text(FIRST_NOTES)),
                    messages_since=NOT_BY_0_2_0,
                    after_member=NOBODY,
                    finished_at=func.now(),
                )
            )
        return self._session.execute(
            select(
                AuditProgressRow.since, OUTCOMES_SINCE.label("outcomes_since"), AuditProgressRow.after_member
            ).with_for_update(skip_locked=True)
        ).one_or_none()

    def _end_of_part(self, after: UUID) -> UUID:
        beyond = text(
            "SELECT member_id FROM transfers WHERE member_id > :after ORDER BY member_id, version OFFSET :many LIMIT 1"
        )
        found: UUID | None = self._session.scalar(beyond, {"after": after, "many": PART})
        return found or EVERYBODY
