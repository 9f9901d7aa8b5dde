from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from shared.sites import Money
from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.refund import Refund
from billing.storage.tables import PaymentRow, RefundRow

COLUMNS = (
    RefundRow.id,
    RefundRow.payment_id,
    RefundRow.member_id,
    RefundRow.credits,
    RefundRow.minor,
    PaymentRow.currency,
    RefundRow.stated_at,
    RefundRow.made_at,
)
REFUNDS = select(*COLUMNS).join(PaymentRow, PaymentRow.id == RefundRow.payment_id)


class RefundRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add_once(self, refund_id: UUID, payment_id: UUID, member_id: UUID, credits: int, amount: Money) -> bool:
        """False when this purchase has a refund already."""
        added = self._session.execute(
            insert(RefundRow)
            .values(id=refund_id, payment_id=payment_id, member_id=member_id, credits=credits, minor=amount.minor)
            .on_conflict_do_nothing()
            .returning(RefundRow.id)
        )
        return added.first() is not None

    def find(self, refund_id: UUID) -> Refund | None:
        row = self._session.execute(REFUNDS.where(RefundRow.id == refund_id)).one_or_none()
        return _refund(row) if row else None

    def of_payments(self, payment_ids: Sequence[UUID]) -> Sequence[Refund]:
        rows = self._session.execute(REFUNDS.where(RefundRow.payment_id.in_(payment_ids)))
        return [_refund(row) for row in rows]

    def claim_due(self, limit: int, pause: timedelta) -> Sequence[Refund]:
        """Lease refunds to request from the provider now. Another process gets others (SKIP LOCKED)."""
        due = (
            select(RefundRow.id)
            .where(RefundRow.made_at.is_(None), RefundRow.ask_after <= func.now())
            .order_by(RefundRow.ask_after)
            .limit(limit)
            .with_for_update(skip_locked=True)
            .cte("due")
        )
        rows = self._session.execute(
            update(RefundRow)
            .where(RefundRow.id == due.c.id, PaymentRow.id == RefundRow.payment_id)
            .values(ask_after=func.now() + pause * func.least(RefundRow.tries + 1, 60), tries=RefundRow.tries + 1)
            .returning(*COLUMNS)
            .execution_options(synchronize_session=False)
        )
        return [_refund(row) for row in rows]

    def record_created(self, refund_id: UUID, provider: str, provider_id: str) -> None:
        self._session.execute(
            update(RefundRow)
            .where(RefundRow.id == refund_id, RefundRow.made_at.is_(None))
            .values(provider=provider, provider_id=provider_id, made_at=func.now())
        )


def _refund(row: Any) -> Refund:
    values = dict(row._mapping)
    return Refund(amount=Money(values.pop("minor"), values.pop("currency")), **values)
