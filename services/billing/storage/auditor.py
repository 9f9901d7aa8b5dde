"""Continuous audit of the ledger: each run checks all new transfers and the next part of the old ones."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.orm import Session

from billing.domain.transfer import HOUSE
from billing.storage.audit_queries import EVERYTHING, FIRST_NOTES, LEDGER_WIDE, QUERIES
from billing.storage.tables import AuditFindingRow, AuditProgressRow, WalletFindingRow, WalletRow

# Old transfers in one run.
PART = 50_000
# Violations that one check records in one run; the next run finds the others.
MOST = 1000
# Those that are not acknowledged, or have changed since.
UNACKNOWLEDGED = """
    SELECT violation.member_id, violation.subject, violation.state FROM ({query}) AS violation
    WHERE NOT EXISTS (
        SELECT FROM wallet_findings AS finding WHERE finding.figure = :figure AND finding.subject = violation.subject
            AND finding.state = violation.state AND finding.cleared_at IS NOT NULL
    ) LIMIT :most
"""
# In the order of ids, as charges that come together lock wallets.
FREEZE = text(
    """
    WITH concerned AS (
        SELECT member_id FROM wallets WHERE member_id = ANY(CAST(:member_ids AS uuid[])) ORDER BY member_id FOR UPDATE
    )
    UPDATE wallets SET is_frozen = true FROM concerned WHERE wallets.member_id = concerned.member_id
    """
)
UNFREEZE = text(
    """
    WITH clear AS (
        SELECT member_id FROM wallets WHERE member_id = ANY(CAST(:member_ids AS uuid[])) AND is_frozen
            AND NOT EXISTS (
                SELECT FROM wallet_findings WHERE wallet_findings.member_id = wallets.member_id AND cleared_at IS NULL
            )
        ORDER BY member_id FOR UPDATE
    )
    UPDATE wallets SET is_frozen = false FROM clear WHERE wallets.member_id = clear.member_id
    """
)
# Longer than any transaction may last, so that rows of a transaction open during the last run are in the next one.
OVERLAP = "2 minutes"
OUTCOMES_SINCE = func.coalesce(AuditProgressRow.outcomes_since, AuditProgressRow.messages_since)
# Release 0.2.0 stops purchases over a charge that waits without a row in unsettled_charges: its auditor is not to look
# at charges, neither during an upgrade nor after going back (UPGRADING).
NOT_BY_0_2_0 = datetime(9999, 1, 1, tzinfo=UTC)
NOBODY, EVERYBODY = UUID(int=0), UUID(int=2**128 - 1)
FINDING = (
    WalletFindingRow.id,
    WalletFindingRow.found_at,
    WalletFindingRow.figure,
    WalletFindingRow.subject,
    WalletFindingRow.member_id,
    WalletFindingRow.stops_sales,
)
IS_OPEN = WalletFindingRow.cleared_at.is_(None)
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
    count = "SELECT count(*) FROM ({query}) AS violation"
    return {name: session.scalar(text(count.format(query=query)), scope) or 0 for name, query in EVERYTHING}


@dataclass(frozen=True)
class Violation:
    """A row that violates a check, and the member whose wallet it concerns."""

    figure: str
    member_id: UUID
    subject: UUID
    state: str


@dataclass(frozen=True)
class Finding:
    """A violation that is not acknowledged."""

    id: int
    found_at: datetime
    figure: str
    subject: UUID
    member_id: UUID
    stops_sales: bool


class AuditRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def check_part(self) -> Collection[Violation] | None:
        """Find violations in new and the next part of old transfers. None while another process does.

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
        found = {
            Violation(name, row.member_id, row.subject, row.state)
            for name, query in QUERIES
            for row in self._session.execute(
                text(UNACKNOWLEDGED.format(query=query)), {**scope, "figure": name, "most": MOST}
            )
        }
        self._session.execute(
            update(AuditProgressRow).values(
                since=func.now() - text(f"interval '{OVERLAP}'"),
                after_member=NOBODY if upto == EVERYBODY else upto,
                finished_at=func.clock_timestamp(),
            )
        )
        return found

    def record(self, violations: Collection[Violation]) -> Sequence[Finding]:
        """Record violations and freeze the wallets they concern; stop purchases for those of the ledger as a whole.

        Returns the new ones. Not in the transaction of `check_part`: a wallet that changes all the time could not be
        frozen on its snapshot.
        """
        if not violations:
            return []
        member_ids = {each.member_id for each in violations}
        with_wallet = set(self._session.scalars(select(WalletRow.member_id).where(WalletRow.member_id.in_(member_ids))))
        rows = [
            {
                "figure": each.figure,
                "member_id": each.member_id,
                "subject": each.subject,
                "state": each.state,
                "stops_sales": each.figure in LEDGER_WIDE or each.member_id not in with_wallet,
            }
            for each in sorted(violations, key=astuple)
        ]
        found = self._session.execute(upsert(WalletFindingRow).on_conflict_do_nothing().returning(*FINDING), rows)
        new = [Finding(**row._mapping) for row in found]
        if new:
            self._session.execute(FREEZE, {"member_ids": [each.member_id for each in new]})
        if counts := Counter(each.figure for each in new if each.stops_sales):
            # The index lets one be open.
            self._session.execute(upsert(AuditFindingRow).values(off=counts).on_conflict_do_nothing())
        return new

    def purchases_are_stopped(self) -> bool:
        is_open = select(AuditFindingRow.id).where(AuditFindingRow.cleared_at.is_(None)).limit(1)
        return self._session.execute(is_open).first() is not None

    def frozen_wallets(self) -> int:
        frozen = select(func.count(WalletFindingRow.member_id.distinct())).where(IS_OPEN)
        return self._session.scalar(frozen) or 0

    def open_findings(self) -> Sequence[Finding]:
        """The oldest first."""
        rows = self._session.execute(select(*FINDING).where(IS_OPEN).order_by(WalletFindingRow.id))
        return [Finding(**row._mapping) for row in rows]

    def acknowledge(self, by: str, why: str, finding_ids: Sequence[int] = ()) -> int:
        """Acknowledge these findings, or all; returns their number.

        A wallet without an open finding is used again, and purchases go on when none of the ledger as a whole is open.
        """
        how = {"cleared_at": func.now(), "cleared_by": by, "cleared_why": why}
        chosen = [WalletFindingRow.id.in_(finding_ids)] if finding_ids else []
        cleared = self._session.execute(
            update(WalletFindingRow)
            .where(IS_OPEN, *chosen)
            .values(how)
            .returning(WalletFindingRow.member_id, WalletFindingRow.stops_sales)
        ).all()
        self._session.execute(UNFREEZE, {"member_ids": [row.member_id for row in cleared]})
        if finding_ids and not any(row.stops_sales for row in cleared):
            return len(cleared)
        still_off = select(WalletFindingRow.id).where(IS_OPEN, WalletFindingRow.stops_sales).exists()
        stops = self._session.execute(
            update(AuditFindingRow)
            .where(AuditFindingRow.cleared_at.is_(None), ~still_off)
            .values(how)
            .returning(AuditFindingRow.id)
        ).all()
        return len(cleared) or len(stops)

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
