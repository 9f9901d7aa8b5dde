"""Receipts and reversals. Billing's events come in any order and more than once, so each row is made once by its id."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from typing import Any
from uuid import UUID

from shared.kit.db import ErasedRow
from sqlalchemy import BigInteger, Date, cast, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.money import Receipt, RevenueDay, Reversal
from lander.storage.tables import LeadRow, ReceiptRow, ReversalRow


class MoneyRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add_receipt(self, receipt: Receipt, member_id: UUID) -> None:
        """Store a receipt once, with the member's lead, which is made where no other event has made it."""
        values = asdict(receipt) | {"lead_id": self._lead_of(member_id, receipt)}
        self._session.execute(insert(ReceiptRow).values(**values).on_conflict_do_nothing())

    def add_reversal(self, reversal: Reversal) -> None:
        """Store a reversal once."""
        self._session.execute(insert(ReversalRow).values(**asdict(reversal)).on_conflict_do_nothing())

    def days(self, first: date, after: date) -> Sequence[RevenueDay]:
        """Each day (UTC) from `first` until before `after` with receipts, by site and currency."""
        returned = _returned().subquery()
        day = cast(ReceiptRow.completed_at, Date)
        sums = {
            "payments": func.count(),
            "gross": func.sum(ReceiptRow.minor),
            "vat": func.sum(ReceiptRow.vat_minor),
            "discount": func.sum(ReceiptRow.discount_minor),
            "returned": func.sum(func.coalesce(returned.c.minor, 0)),
            "returned_vat": func.sum(func.coalesce(returned.c.vat_minor, 0)),
        }
        columns: list[Any] = [cast(value, BigInteger).label(name) for name, value in sums.items()]
        query = (
            select(ReceiptRow.site, day.label("day"), ReceiptRow.currency, *columns)
            .outerjoin(returned, returned.c.payment_id == ReceiptRow.payment_id)
            .where(ReceiptRow.completed_at >= first, ReceiptRow.completed_at < after)
            .group_by(ReceiptRow.site, day, ReceiptRow.currency)
            .order_by(ReceiptRow.site, day, ReceiptRow.currency)
        )
        return [RevenueDay(**row) for row in self._session.execute(query).mappings()]

    def first_day(self) -> date | None:
        """The day (UTC) of the oldest receipt; None without any."""
        return self._session.scalar(select(cast(func.min(ReceiptRow.completed_at), Date)))

    def _lead_of(self, member_id: UUID, receipt: Receipt) -> int | None:
        """The lead of the member, with its first purchase; None for an erased member, whose id is stored no more."""
        if self._session.get(ErasedRow, member_id) is not None:
            return None
        row = insert(LeadRow).values(member_id=member_id, first_paid_at=receipt.completed_at)
        earliest = func.least(LeadRow.first_paid_at, row.excluded.first_paid_at)
        made = row.on_conflict_do_update(index_elements=[LeadRow.member_id], set_={"first_paid_at": earliest})
        return self._session.scalar(made.returning(LeadRow.id))


def _returned() -> Any:
    """What went back of each payment, without what was restored."""
    return select(
        ReversalRow.payment_id,
        func.sum(ReversalRow.minor).label("minor"),
        func.sum(ReversalRow.vat_minor).label("vat_minor"),
    ).group_by(ReversalRow.payment_id)


def round_receipts(session: Session, member_id: UUID) -> int:
    """Round the times of a member's receipts to the day (UTC), while the lead still names them. Returns how many."""
    theirs = ReceiptRow.payment_id.in_(_payments_of(member_id))
    return _rounded(session, update(ReceiptRow).where(theirs), ReceiptRow.completed_at)


def round_reversals(session: Session, member_id: UUID) -> int:
    """Round the times of a member's reversals to the day (UTC), while the lead still names them. Returns how many."""
    theirs = ReversalRow.payment_id.in_(_payments_of(member_id))
    return _rounded(session, update(ReversalRow).where(theirs), ReversalRow.reversed_at)


def _payments_of(member_id: UUID) -> Any:
    query = select(ReceiptRow.payment_id).join(LeadRow, LeadRow.id == ReceiptRow.lead_id)
    return query.where(LeadRow.member_id == member_id)


def _rounded(session: Session, rows: Any, column: Any) -> int:
    day = func.date_trunc("day", column)
    changed: Any = session.execute(
        rows.where(column != day).values({column: day}), execution_options={"synchronize_session": False}
    )
    return int(changed.rowcount)


def receipts_of(session: Session, member_id: UUID) -> list[dict[str, Any]]:
    """A member's receipts, for their own copy."""
    columns = [column for column in ReceiptRow.__table__.c if column.name != "lead_id"]
    query = select(*columns).join(LeadRow, LeadRow.id == ReceiptRow.lead_id).where(LeadRow.member_id == member_id)
    return [dict(row) for row in session.execute(query).mappings()]
