from collections.abc import Collection, Mapping
from datetime import datetime
from uuid import UUID

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from billing.domain.payment import Payment, PaymentStatus
from billing.storage.payments import COLUMNS, payment_of
from billing.storage.tables import PaymentRow


class PaymentHistory:
    """Payments as their member looks back at them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, payment_ids: Collection[UUID]) -> Mapping[UUID, Payment]:
        rows = self._session.execute(select(*COLUMNS).where(PaymentRow.id.in_(payment_ids)))
        return {payment.id: payment for payment in map(payment_of, rows)}

    def completed_at(self, payment_id: UUID) -> datetime:
        """The time at which a completed payment gave its credits."""
        query = select(PaymentRow.decided_at).where(PaymentRow.id == payment_id, PaymentRow.decided_at.is_not(None))
        return self._session.execute(query).scalar_one()  # type: ignore[return-value]  # the column may be NULL

    def is_first(self, payment: Payment) -> bool:
        """Whether it is the member's first completed payment."""
        first = self._session.scalar(
            select(PaymentRow.id)
            .where(PaymentRow.member_id == payment.member_id, PaymentRow.status == PaymentStatus.COMPLETED)
            .order_by(PaymentRow.decided_at, PaymentRow.id)
            .limit(1)
        )
        return first == payment.id

    def any_completed(self, member_id: UUID) -> bool:
        """Whether the member ever completed a purchase."""
        completed = exists().where(PaymentRow.member_id == member_id, PaymentRow.status == PaymentStatus.COMPLETED)
        return bool(self._session.scalar(select(completed)))
