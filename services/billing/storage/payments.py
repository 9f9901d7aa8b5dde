from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
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
    PaymentRow.country,
    PaymentRow.vat_rate,
    PaymentRow.saves_method,
    PaymentRow.saved_method_id,
    PaymentRow.failure,
    PaymentRow.earlier_provider_id,
    PaymentRow.returned_minor,
    PaymentRow.returned_credits,
)
HAS_PROVIDER = PaymentRow.provider_id.is_not(None)
IS_UNDECIDED = PaymentRow.status.in_(UNDECIDED)
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
                country=payment.country,
                vat_rate=payment.vat_rate,
                saves_method=payment.saves_method,
                saved_method_id=payment.saved_method_id,
                ask_after=func.now() + ask_after,
            )
            .on_conflict_do_nothing()
            .returning(PaymentRow.id)
        )
        return added.first() is not None

    def find(self, payment_id: UUID) -> Payment | None:
        return self._one(select(*COLUMNS).where(PaymentRow.id == payment_id))

    def find_by_provider(self, provider_id: str) -> Payment | None:
        is_theirs = or_(PaymentRow.provider_id == provider_id, PaymentRow.earlier_provider_id == provider_id)
        return self._one(select(*COLUMNS).where(is_theirs))

    def get(self, payment_id: UUID) -> Payment:
        if (payment := self.find(payment_id)) is None:
            raise LookupError("no such payment")
        return payment

    def completed_since(self, member_id: UUID, since: datetime) -> Sequence[Payment]:
        rows = self._session.execute(
            select(*COLUMNS)
            .where(
                PaymentRow.member_id == member_id, PaymentRow.status == Status.COMPLETED, PaymentRow.decided_at > since
            )
            .order_by(PaymentRow.decided_at.desc())
        )
        return [_payment(row) for row in rows]

    def known(self, provider_ids: Sequence[str]) -> Mapping[str, Payment]:
        rows = self._session.execute(select(*COLUMNS).where(PaymentRow.provider_id.in_(provider_ids)))
        return {str(row.provider_id): _payment(row) for row in rows}

    def was_made(self, payment_id: UUID, provider_id: str, checkout_url: str | None) -> None:
        self._session.execute(
            update(PaymentRow)
            .where(PaymentRow.id == payment_id, PaymentRow.provider_id.is_(None))
            .values(provider_id=provider_id, checkout_url=checkout_url)
        )

    def step_up(self, payment_id: UUID, failed_id: str, provider_id: str, checkout_url: str | None) -> None:
        self._session.execute(
            update(PaymentRow)
            .where(PaymentRow.id == payment_id, PaymentRow.provider_id == failed_id)
            .values(provider_id=provider_id, checkout_url=checkout_url, earlier_provider_id=failed_id)
        )

    def give_back(self, payment: Payment, returned_minor: int) -> Payment | None:
        """The payment with this much money gone back, and its share of credits; None when it has been noted."""
        credits = max(payment.returned_credits, payment.credits_for(returned_minor))
        return self._one(
            update(PaymentRow)
            .where(
                PaymentRow.id == payment.id,
                PaymentRow.returned_minor == payment.returned_minor,
                PaymentRow.returned_credits == payment.returned_credits,
            )
            .values(returned_minor=returned_minor, returned_credits=credits)
            .returning(*COLUMNS)
            .execution_options(synchronize_session=False)
        )

    def restore(self, payment: Payment, credits: int, returned_minor: int) -> bool:
        """Whether the purchase could be noted to count again, with this much of its money still gone."""
        noted = self._session.execute(
            update(PaymentRow)
            .where(
                PaymentRow.id == payment.id,
                PaymentRow.returned_minor == payment.returned_minor,
                PaymentRow.returned_credits == payment.returned_credits,
            )
            .values(returned_minor=returned_minor, returned_credits=PaymentRow.returned_credits - credits)
            .returning(PaymentRow.id)
            .execution_options(synchronize_session=False)
        )
        return noted.first() is not None

    def withdraw(self, payment: Payment, credits: int, minor: int) -> bool:
        """Whether it could be noted that the member withdraws from this much of the purchase."""
        noted = self._session.execute(
            update(PaymentRow)
            .where(
                PaymentRow.id == payment.id,
                PaymentRow.returned_minor == payment.returned_minor,
                PaymentRow.returned_credits == payment.returned_credits,
            )
            .values(
                returned_minor=PaymentRow.returned_minor + minor,
                returned_credits=PaymentRow.returned_credits + credits,
            )
            .returning(PaymentRow.id)
            .execution_options(synchronize_session=False)
        )
        return noted.first() is not None

    def advance(self, payment_id: UUID, status: Status, failure: str | None = None) -> Payment | None:
        # One guarded statement: of two that bring the same news, one finds it told.
        changed: dict[str, Any] = {"status": status, "failure": failure}
        if status is Status.REQUIRES_ACTION:
            changed |= {"checkout_url": None}
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
            .where(PaymentRow.id == payment_id)
            .values(ask_after=func.now(), asks=0)
            .execution_options(synchronize_session=False)
        )

    def claim_overdue(self, limit: int, first_pause: timedelta, longest_pause: timedelta) -> Sequence[Payment]:
        overdue = (
            select(PaymentRow.id)
            .where(HAS_PROVIDER, PaymentRow.ask_after <= func.now())
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

    def claim_unmade(self, limit: int, pause: timedelta) -> Sequence[Payment]:
        unmade = (
            select(PaymentRow.id)
            .where(
                PaymentRow.status == Status.OPEN,
                PaymentRow.provider_id.is_(None),
                PaymentRow.ask_after <= func.now(),
                PaymentRow.created_at > func.now() - RETRIED_WITHIN,
            )
            .order_by(PaymentRow.ask_after)
            .limit(limit)
            .with_for_update(skip_locked=True)
            .cte("unmade")
        )
        rows = self._session.execute(
            update(PaymentRow)
            .where(PaymentRow.id == unmade.c.id)
            .values(ask_after=func.now() + pause)
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
