from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from shared.kit.db import ErasedRow
from shared.sites import Company, Money
from sqlalchemy import func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.invoice import Invoice, seller_of, series_of
from billing.domain.payment import Payment, PaymentStatus
from billing.storage.tables import InvoiceRow, InvoiceSeriesRow, PaymentRow

IS_DUE = text("status = 'completed' AND invoiced_minor <> amount * 100 - returned_minor")
NONE_YET = -1


class InvoiceRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def due(self, limit: int) -> Sequence[UUID]:
        """Completed payments whose documents do not add up to what was paid and kept, the earliest first."""
        query = select(PaymentRow.id).where(IS_DUE).order_by(PaymentRow.decided_at, PaymentRow.id).limit(limit)
        return self._session.scalars(query).all()

    def lock(self, payment_id: UUID) -> int | None:
        """Lock a payment until the commit. Returns the sum of its documents, None without any."""
        query = select(PaymentRow.invoiced_minor).where(PaymentRow.id == payment_id).with_for_update()
        invoiced = self._session.scalar(query)
        return None if invoiced == NONE_YET else invoiced

    def is_erased(self, member_id: UUID) -> bool:
        return self._session.get(ErasedRow, member_id) is not None

    def add(self, payment: Payment, company: Company, amount: Money, vat: Money) -> Invoice:
        """Write a document under the company's next number, which a rollback gives back."""
        # The lock of this row is held until the commit: numbers are given in the order of commits, and none is lost.
        number: int = self._session.execute(
            insert(InvoiceSeriesRow)
            .values(company=series_of(company), last=1)
            .on_conflict_do_update(index_elements=[InvoiceSeriesRow.company], set_={"last": InvoiceSeriesRow.last + 1})
            .returning(InvoiceSeriesRow.last)
        ).scalar_one()
        first = select(func.min(InvoiceRow.number)).where(InvoiceRow.payment_id == payment.id).scalar_subquery()
        row = self._session.scalars(
            insert(InvoiceRow)
            .values(
                company=series_of(company),
                number=number,
                payment_id=payment.id,
                member_id=payment.member_id,
                site=payment.site,
                seller=seller_of(company),
                country=payment.country or company.country,
                vat_rate=payment.vat_rate,
                currency=amount.currency,
                minor=amount.minor,
                vat_minor=vat.minor,
                corrects=first,
            )
            .returning(InvoiceRow)
        ).one()
        return _invoice(row)

    def record_invoiced(self, payment: Payment) -> None:
        self._session.execute(
            update(PaymentRow)
            .where(PaymentRow.id == payment.id, PaymentRow.status == PaymentStatus.COMPLETED)
            .values(invoiced_minor=(payment.amount - payment.returned).minor)
        )

    def between(self, since: date, until: date) -> Iterator[Invoice]:
        """The documents issued from one day to another (both inside, in UTC), by company and number."""
        first = datetime.combine(since, time(), UTC)
        after = datetime.combine(until, time(), UTC) + timedelta(days=1)
        rows = self._session.execute(
            select(InvoiceRow)
            .where(InvoiceRow.issued_at >= first, InvoiceRow.issued_at < after)
            .order_by(InvoiceRow.company, InvoiceRow.number)
            .execution_options(yield_per=500)
        ).scalars()
        return map(_invoice, rows)

    def page(
        self, company: str, since: date, until: date, payment_id: UUID | None, below: int | None, limit: int
    ) -> Sequence[Invoice]:
        """The company's documents of these days (both inside, in UTC), the newest first, with numbers below `below`;
        those of one payment where that is given."""
        first = datetime.combine(since, time(), UTC)
        after = datetime.combine(until, time(), UTC) + timedelta(days=1)
        query = select(InvoiceRow).where(InvoiceRow.company == company)
        if payment_id is not None:
            query = query.where(InvoiceRow.payment_id == payment_id)
        else:
            query = query.where(InvoiceRow.issued_at >= first, InvoiceRow.issued_at < after)
        if below is not None:
            query = query.where(InvoiceRow.number < below)
        return [_invoice(row) for row in self._session.scalars(query.order_by(InvoiceRow.number.desc()).limit(limit))]

    def find(self, company: str, number: int) -> Invoice | None:
        row = self._session.get(InvoiceRow, (company, number))
        return _invoice(row) if row else None

    def of_payments(self, payment_ids: Collection[UUID]) -> Sequence[Invoice]:
        """The documents of these payments, in the order in which they were issued."""
        if not payment_ids:
            return []
        query = select(InvoiceRow).where(InvoiceRow.payment_id.in_(payment_ids))
        rows = self._session.scalars(query.order_by(InvoiceRow.issued_at, InvoiceRow.number))
        return [_invoice(row) for row in rows]


def _invoice(row: Any) -> Invoice:
    return Invoice(
        company=row.company,
        number=row.number,
        payment_id=row.payment_id,
        member_id=row.member_id,
        site=row.site,
        seller=row.seller,
        country=row.country,
        vat_rate=row.vat_rate,
        amount=Money(row.minor, row.currency),
        vat=Money(row.vat_minor, row.currency),
        issued_at=row.issued_at,
        corrects=row.corrects,
    )
