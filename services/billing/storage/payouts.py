from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from shared.sites import Money
from sqlalchemy import case, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.payment import PaymentStatus
from billing.domain.payout import FindingKind, LineKind, PayoutFinding, PayoutReport, PayoutSums, StoredLine
from billing.storage.tables import FindingRow, PaymentRow, PayoutLineRow, PayoutRow

MOST_MISSING = 100


class PayoutRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def begin(self, provider: str, payout: PayoutReport, company: str) -> tuple[Money, bool]:
        """Record a payout. Returns its sum as recorded first, and whether all of its lines are here."""
        key = {"provider": provider, "id": payout.id}
        about = {"company": company, "currency": payout.amount.currency, "minor": payout.amount.minor}
        row = insert(PayoutRow).values(**key, **about, paid_at=payout.paid_at)
        self._session.execute(row.on_conflict_do_nothing())
        found = self._session.get_one(PayoutRow, (provider, payout.id))
        return Money(found.minor, found.currency), found.complete_at is not None

    def add_lines(self, provider: str, payout_id: str, lines: Iterable[StoredLine]) -> None:
        """Record lines; those that are there already stay as they are."""
        rows = [
            {
                "provider": provider,
                "payout_id": payout_id,
                "id": each.line.id,
                "kind": each.line.kind.value,
                "payment_id": each.payment_id,
                "paid_currency": each.line.paid.currency,
                "paid_minor": each.line.paid.minor,
                "settled_minor": each.line.settled.minor,
                "fee_minor": each.line.fee.minor,
            }
            for each in lines
        ]
        if rows:
            self._session.execute(insert(PayoutLineRow).on_conflict_do_nothing(), rows)

    def complete(self, provider: str, payout_id: str, company: str) -> None:
        done = update(PayoutRow).where(PayoutRow.provider == provider, PayoutRow.id == payout_id)
        self._session.execute(done.values(complete_at=func.now(), company=company))

    def times_settled(self, payment_id: UUID) -> int:
        """The number of lines, of any payout, that pay this payment out."""
        theirs = PayoutLineRow.payment_id == payment_id, PayoutLineRow.kind == LineKind.PAYMENT.value
        return self._session.scalar(select(func.count()).where(*theirs)) or 0

    def taken_back(self, payment_id: UUID) -> int:
        """What lines took back of this payment, in hundredths of the payer's currency; zero or more."""
        theirs = (
            PayoutLineRow.payment_id == payment_id,
            PayoutLineRow.kind.in_([LineKind.REFUND.value, LineKind.CHARGEBACK.value]),
        )
        return -int(self._session.scalar(select(func.sum(PayoutLineRow.paid_minor)).where(*theirs)) or 0)

    def overdue(
        self, provider: str, since: datetime, until: datetime, after: tuple[datetime, UUID] | None, limit: int
    ) -> Sequence[tuple[datetime, UUID, str]]:
        """Completed payments decided between these times that no payout has, the earliest first: time, id, and the
        provider's id. Begins after `after`."""
        paid_out = exists().where(
            PayoutLineRow.payment_id == PaymentRow.id, PayoutLineRow.kind == LineKind.PAYMENT.value
        )
        query = select(PaymentRow.decided_at, PaymentRow.id, PaymentRow.provider_id).where(
            PaymentRow.provider == provider,
            PaymentRow.status == PaymentStatus.COMPLETED,
            PaymentRow.decided_at >= since,
            PaymentRow.decided_at < until,
            ~paid_out,
        )
        if after is not None:
            at, id = after
            query = query.where(or_(PaymentRow.decided_at > at, (PaymentRow.decided_at == at) & (PaymentRow.id > id)))
        rows = self._session.execute(query.order_by(PaymentRow.decided_at, PaymentRow.id).limit(limit))
        return [(at, id, str(provider_id)) for at, id, provider_id in rows if at is not None]

    def last_complete(self, provider: str) -> datetime | None:
        """The time of the newest payout whose lines are all here."""
        return self._session.scalar(
            select(func.max(PayoutRow.paid_at)).where(
                PayoutRow.provider == provider, PayoutRow.complete_at.is_not(None)
            )
        )

    def resolve_settled(self, provider: str, what: str) -> None:
        """Resolve findings of payments that a payout has by now."""
        paid_out = exists().where(
            PayoutLineRow.payment_id == FindingRow.payment_id, PayoutLineRow.kind == LineKind.PAYMENT.value
        )
        self._session.execute(
            update(FindingRow)
            .where(FindingRow.provider == provider, FindingRow.what == what, FindingRow.resolved_at.is_(None), paid_out)
            .values(resolved_at=func.now())
        )

    def between(self, since: date, until: date) -> list[PayoutSums]:
        """The payouts from one day to another (both inside, in UTC), by company, provider and time."""
        first = datetime.combine(since, time(), UTC)
        after = datetime.combine(until, time(), UTC) + timedelta(days=1)
        line = PayoutLineRow
        of_kind = {
            kind: func.coalesce(func.sum(case((line.kind == kind.value, line.settled_minor))), 0) for kind in LineKind
        }
        rows = self._session.execute(
            select(
                PayoutRow,
                *(of_kind[kind].label(kind.value) for kind in LineKind),
                func.coalesce(func.sum(line.fee_minor), 0).label("fees"),
            )
            .outerjoin(line, (line.provider == PayoutRow.provider) & (line.payout_id == PayoutRow.id))
            .where(PayoutRow.paid_at >= first, PayoutRow.paid_at < after)
            .group_by(PayoutRow.provider, PayoutRow.id)
            .order_by(PayoutRow.company, PayoutRow.provider, PayoutRow.paid_at, PayoutRow.id)
        ).all()
        return [self._sums(row) for row in rows]

    def findings(self, provider: str, payout_id: str) -> tuple[PayoutFinding, ...]:
        """Open findings about the payout and about the payments in it."""
        line = PayoutLineRow
        of_payout = select(line.id).where(line.provider == provider, line.payout_id == payout_id)
        paid = select(line.payment_id).where(
            line.provider == provider, line.payout_id == payout_id, line.payment_id.is_not(None)
        )
        rows = self._session.scalars(
            select(FindingRow)
            .where(
                FindingRow.provider == provider,
                FindingRow.what.in_(FindingKind),
                FindingRow.resolved_at.is_(None),
                or_(
                    FindingRow.provider_id == payout_id,
                    FindingRow.provider_id.in_(of_payout),
                    FindingRow.payment_id.in_(paid),
                ),
            )
            .order_by(FindingRow.found_at, FindingRow.provider_id, FindingRow.what)
        )
        return tuple(
            PayoutFinding(FindingKind(row.what), row.provider_id, row.payment_id, row.found_at) for row in rows
        )

    def missing(self, company: str) -> list[PayoutFinding]:
        """Open findings of payments that should be in a payout to this company by now, the newest first."""
        theirs = select(PayoutRow.provider).where(PayoutRow.company == company)
        rows = self._session.scalars(
            select(FindingRow)
            .where(
                FindingRow.what == FindingKind.MISSING,
                FindingRow.resolved_at.is_(None),
                FindingRow.provider.in_(theirs),
            )
            .order_by(FindingRow.found_at.desc(), FindingRow.provider_id)
            .limit(MOST_MISSING)
        )
        return [PayoutFinding(FindingKind(row.what), row.provider_id, row.payment_id, row.found_at) for row in rows]

    def _sums(self, row: Any) -> PayoutSums:
        payout: PayoutRow = row[0]

        def money(minor: Any) -> Money:
            return Money(int(minor), payout.currency)

        return PayoutSums(
            company=payout.company,
            provider=payout.provider,
            id=payout.id,
            paid_at=payout.paid_at,
            gross=money(row.payment),
            refunds=money(row.refund),
            chargebacks=money(row.chargeback),
            other=money(row.other),
            fees=money(int(row.fees) - int(row.fee)),
            amount=money(payout.minor),
            findings=self.findings(payout.provider, payout.id),
        )
