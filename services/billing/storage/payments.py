from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from shared.kit.db import wake_job
from shared.sites import Money
from sqlalchemy import case, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.payment import FROM, RETRIED_WITHIN, UNDECIDED, Payment, PaymentStatus
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
    PaymentRow.provider,
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
        """False when an order with this id exists already."""
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
                amount=payment.amount.value,
                currency=payment.amount.currency,
                method=payment.method,
                locale=payment.locale,
                status=payment.status,
                created_at=payment.created_at,
                provider=payment.provider,
                discount_code=payment.discount_code,
                normal_amount=payment.normal_amount.value if payment.normal_amount else None,
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

    def find_by_provider(self, provider: str, provider_id: str) -> Payment | None:
        is_theirs = or_(PaymentRow.provider_id == provider_id, PaymentRow.earlier_provider_id == provider_id)
        return self._one(select(*COLUMNS).where(PaymentRow.provider == provider, is_theirs))

    def get(self, payment_id: UUID) -> Payment:
        """The payment of this id. Raises LookupError."""
        if (payment := self.find(payment_id)) is None:
            raise LookupError("no such payment")
        return payment

    def completed_since(self, member_id: UUID, since: datetime) -> Sequence[Payment]:
        """Newest first."""
        rows = self._session.execute(
            select(*COLUMNS)
            .where(
                PaymentRow.member_id == member_id,
                PaymentRow.status == PaymentStatus.COMPLETED,
                PaymentRow.decided_at > since,
            )
            .order_by(PaymentRow.decided_at.desc())
        )
        return [payment_of(row) for row in rows]

    def known(self, provider: str, provider_ids: Sequence[str]) -> Mapping[str, Payment]:
        """The payments among these that exist here, by the provider's id."""
        theirs = (PaymentRow.provider == provider, PaymentRow.provider_id.in_(provider_ids))
        rows = self._session.execute(select(*COLUMNS).where(*theirs))
        return {str(row.provider_id): payment_of(row) for row in rows}

    def record_created(self, payment: Payment, provider_id: str, checkout_url: str | None) -> None:
        """Record the provider's id and page, unless the order went to another provider meanwhile."""
        self._session.execute(
            update(PaymentRow)
            .where(PaymentRow.id == payment.id, *_is_uncreated_at(payment.provider))
            .values(provider_id=provider_id, checkout_url=checkout_url)
        )

    def change_provider(self, payment: Payment, provider: str) -> None:
        """Give an order to another provider, unless a payment for it exists or it was given away meanwhile."""
        self._session.execute(
            update(PaymentRow)
            .where(
                PaymentRow.id == payment.id,
                PaymentRow.status == PaymentStatus.OPEN,
                *_is_uncreated_at(payment.provider),
            )
            .values(provider=provider)
        )

    def step_up(self, payment_id: UUID, failed_id: str, provider_id: str, checkout_url: str | None) -> None:
        """Replace the failed payment at the provider by one with a page where the member authenticates."""
        self._session.execute(
            update(PaymentRow)
            .where(PaymentRow.id == payment_id, PaymentRow.provider_id == failed_id)
            .values(provider_id=provider_id, checkout_url=checkout_url, earlier_provider_id=failed_id)
        )

    def give_back(self, payment: Payment, returned: Money) -> Payment | None:
        """Record that this much has been returned, and its share of credits. None when it was recorded already."""
        credits = max(payment.returned_credits, payment.credits_for(returned))
        return self._one(
            update(PaymentRow)
            .where(
                PaymentRow.id == payment.id,
                PaymentRow.returned_minor == payment.returned.minor,
                PaymentRow.returned_credits == payment.returned_credits,
            )
            .values(returned_minor=returned.minor, returned_credits=credits)
            .returning(*COLUMNS)
            .execution_options(synchronize_session=False)
        )

    def restore(self, payment: Payment, credits: int, returned: Money) -> bool:
        """Record restored credits and the sum still returned. False when `payment` changed since it was read."""
        noted = self._session.execute(
            update(PaymentRow)
            .where(
                PaymentRow.id == payment.id,
                PaymentRow.returned_minor == payment.returned.minor,
                PaymentRow.returned_credits == payment.returned_credits,
            )
            .values(returned_minor=returned.minor, returned_credits=PaymentRow.returned_credits - credits)
            .returning(PaymentRow.id)
            .execution_options(synchronize_session=False)
        )
        return noted.first() is not None

    def withdraw(self, payment: Payment, credits: int, amount: Money) -> bool:
        """Record a withdrawal from this much of the purchase. False when `payment` changed since it was read."""
        noted = self._session.execute(
            update(PaymentRow)
            .where(
                PaymentRow.id == payment.id,
                PaymentRow.returned_minor == payment.returned.minor,
                PaymentRow.returned_credits == payment.returned_credits,
            )
            .values(
                returned_minor=PaymentRow.returned_minor + amount.minor,
                returned_credits=PaymentRow.returned_credits + credits,
            )
            .returning(PaymentRow.id)
            .execution_options(synchronize_session=False)
        )
        return noted.first() is not None

    def advance(self, payment_id: UUID, status: PaymentStatus, failure: str | None = None) -> Payment | None:
        """Move the payment to this status. None when that step is not allowed or was taken before."""
        # One guarded statement: of two reports of the same status, the second changes nothing.
        changed: dict[str, Any] = {"status": status, "failure": failure}
        if status is PaymentStatus.REQUIRES_ACTION:
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

    def claim_poll(self, payment_id: UUID, not_asked_for: timedelta) -> bool:
        """Whether the provider may be polled now, which records a poll."""
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

    def poll_soon(self, payment_id: UUID) -> None:
        """Note the provider's webhook, and let the next `claim_overdue` include this payment."""
        self._session.execute(
            update(PaymentRow)
            .where(PaymentRow.id == payment_id)
            .values(ask_after=func.now(), asks=0, webhook_at=func.now())
            .execution_options(synchronize_session=False)
        )
        wake_job(self._session, "settle_payments")

    def claim_overdue(self, limit: int, first_pause: timedelta, longest_pause: timedelta) -> Sequence[Payment]:
        """Lease payments to poll now. The pause until the next poll of an undecided one doubles (backoff)."""
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
        return [payment_of(row) for row in rows]

    def claim_uncreated(self, limit: int, pause: timedelta) -> Sequence[Payment]:
        """Lease orders whose payment is still to be created at the provider."""
        unmade = (
            select(PaymentRow.id)
            .where(
                PaymentRow.status == PaymentStatus.OPEN,
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
        return [payment_of(row) for row in rows]

    def expire_uncreated(self, limit: int) -> Sequence[Payment]:
        """Expire orders that never reached the provider and are too old to retry safely."""
        unmade = (
            select(PaymentRow.id)
            .where(
                PaymentRow.status == PaymentStatus.OPEN,
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
            .values(status=PaymentStatus.EXPIRED, decided_at=func.now(), ask_after=NEVER)
            .returning(*COLUMNS)
            .execution_options(synchronize_session=False)
        )
        return [payment_of(row) for row in rows]

    def _one(self, query: Any) -> Payment | None:
        row = self._session.execute(query).one_or_none()
        return payment_of(row) if row else None


def _is_uncreated_at(provider: str) -> tuple[Any, Any]:
    return PaymentRow.provider == provider, PaymentRow.provider_id.is_(None)


def payment_of(row: Any) -> Payment:
    values = dict(row._mapping)
    currency, normal_amount = values.pop("currency"), values.pop("normal_amount")
    return Payment(
        status=PaymentStatus(values.pop("status")),
        amount=Money.of(values.pop("amount"), currency),
        normal_amount=None if normal_amount is None else Money.of(normal_amount, currency),
        returned=Money(values.pop("returned_minor"), currency),
        **values,
    )
