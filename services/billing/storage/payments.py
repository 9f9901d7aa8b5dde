from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import case, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.payment import FROM, RETRIED_WITHIN, UNDECIDED, Payment, Status
from billing.storage.tables import PaymentRow

COLUMNS = (
    PaymentRow.id,
    PaymentRow.member_id,
    PaymentRow.site,
    PaymentRow.body_hash,
    PaymentRow.package_id,
    PaymentRow.credits,
    PaymentRow.amount,
    PaymentRow.currency,
    PaymentRow.method,
    PaymentRow.locale,
    PaymentRow.status,
    PaymentRow.created_at,
    PaymentRow.provider_id,
    PaymentRow.checkout_url,
    PaymentRow.discount_code,
    PaymentRow.normal_amount,
)
HAS_PROVIDER = PaymentRow.provider_id.is_not(None)
IS_UNDECIDED = PaymentRow.status.in_(UNDECIDED)
IS_NOT_COMPLETED = PaymentRow.status != Status.COMPLETED.value
NEVER = text("'infinity'::timestamptz")


class PaymentRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add_once(self, payment: Payment, ask_after: timedelta) -> bool:
        # A concurrent order with the same id makes this wait for it, then skip.
        added = self._session.execute(
            insert(PaymentRow)
            .values(
                id=payment.id,
                member_id=payment.member_id,
                site=payment.site,
                body_hash=payment.body_hash,
                package_id=payment.package_id,
                credits=payment.credits,
                amount=payment.amount,
                currency=payment.currency,
                method=payment.method,
                locale=payment.locale,
                status=payment.status,
                created_at=payment.created_at,
                discount_code=payment.discount_code,
                normal_amount=payment.normal_amount,
                ask_after=func.now() + ask_after,
            )
            .on_conflict_do_nothing(index_elements=[PaymentRow.id])
            .returning(PaymentRow.id)
        )
        return added.first() is not None

    def find(self, payment_id: UUID) -> Payment | None:
        return self._one(select(*COLUMNS).where(PaymentRow.id == payment_id))

    def find_by_provider(self, provider_id: str) -> Payment | None:
        return self._one(select(*COLUMNS).where(PaymentRow.provider_id == provider_id))

    def get(self, payment_id: UUID) -> Payment:
        if (payment := self.find(payment_id)) is None:
            raise LookupError("no such payment")
        return payment

    def was_made(self, payment_id: UUID, provider_id: str, checkout_url: str | None) -> None:
        self._session.execute(
            update(PaymentRow)
            .where(PaymentRow.id == payment_id, PaymentRow.provider_id.is_(None))
            .values(provider_id=provider_id, checkout_url=checkout_url)
        )

    def advance(self, payment_id: UUID, status: Status) -> Payment | None:
        # One guarded statement: of two that bring the same news, one finds it told.
        changed: dict[str, Any] = {"status": status}
        if status not in UNDECIDED:
            changed |= {"decided_at": func.now(), "ask_after": NEVER}
        return self._one(
            update(PaymentRow)
            .where(PaymentRow.id == payment_id, PaymentRow.status.in_(FROM[status]))
            .values(**changed)
            .returning(*COLUMNS)
            .execution_options(synchronize_session=False)
        )

    def claim_question(self, payment_id: UUID, not_asked_for: timedelta) -> bool:
        claimed = self._session.execute(
            update(PaymentRow)
            .where(
                PaymentRow.id == payment_id,
                IS_NOT_COMPLETED,
                HAS_PROVIDER,
                or_(PaymentRow.asked_at.is_(None), PaymentRow.asked_at <= func.now() - not_asked_for),
            )
            .values(asked_at=func.now())
            .returning(PaymentRow.id)
            .execution_options(synchronize_session=False)
        )
        return claimed.first() is not None

    def ask_soon(self, payment_id: UUID) -> None:
        self._session.execute(
            update(PaymentRow)
            .where(PaymentRow.id == payment_id, IS_NOT_COMPLETED)
            .values(ask_after=func.now(), asks=0)
            .execution_options(synchronize_session=False)
        )

    def claim_overdue(self, limit: int, first_pause: timedelta, longest_pause: timedelta) -> Sequence[Payment]:
        overdue = (
            select(PaymentRow.id)
            .where(IS_NOT_COMPLETED, HAS_PROVIDER, PaymentRow.ask_after <= func.now())
            .order_by(PaymentRow.ask_after)
            .limit(limit)
            .with_for_update(skip_locked=True)
            .cte("overdue")
        )
        pause = func.least(first_pause * func.power(2, func.least(PaymentRow.asks, 20)), longest_pause)
        rows = self._session.execute(
            update(PaymentRow)
            .where(PaymentRow.id == overdue.c.id)
            .values(
                asked_at=func.now(),
                ask_after=case((IS_UNDECIDED, func.now() + pause), else_=NEVER),
                asks=PaymentRow.asks + 1,
            )
            .returning(*COLUMNS)
            .execution_options(synchronize_session=False)
        )
        return [_payment(row) for row in rows]

    def expire_unmade(self, limit: int) -> Sequence[Payment]:
        unmade = (
            select(PaymentRow.id)
            .where(
                PaymentRow.status == Status.OPEN,
                PaymentRow.provider_id.is_(None),
                PaymentRow.created_at <= func.now() - RETRIED_WITHIN,
            )
            .limit(limit)
            .with_for_update(skip_locked=True)
            .cte("unmade")
        )
        rows = self._session.execute(
            update(PaymentRow)
            .where(PaymentRow.id == unmade.c.id, PaymentRow.provider_id.is_(None))
            .values(status=Status.EXPIRED, decided_at=func.now(), ask_after=NEVER)
            .returning(*COLUMNS)
            .execution_options(synchronize_session=False)
        )
        return [_payment(row) for row in rows]

    def _one(self, query: Any) -> Payment | None:
        row = self._session.execute(query).one_or_none()
        return _payment(row) if row else None


def _payment(row: Any) -> Payment:
    found = dict(row._mapping)
    return Payment(**{**found, "status": Status(found["status"])})
