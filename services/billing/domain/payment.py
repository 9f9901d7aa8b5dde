"""An order and the payment for it. Only the payment provider knows whether money came."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from servicekit.texts import LOCALES
from sites import Package

# The provider remembers for an hour that it made a payment for an order. A retry after that could make a second one.
RETRIED_WITHIN = timedelta(minutes=45)


class Status(StrEnum):
    OPEN = "open"
    PENDING = "pending"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


UNDECIDED = (Status.OPEN, Status.PENDING)

# What a payment may be when it becomes this. Money that came late, after all, counts; nothing undoes a completed one.
FROM: dict[Status, tuple[Status, ...]] = {
    Status.OPEN: (),
    Status.PENDING: (Status.OPEN,),
    Status.COMPLETED: (Status.OPEN, Status.PENDING, Status.FAILED, Status.CANCELLED, Status.EXPIRED),
    Status.FAILED: UNDECIDED,
    Status.CANCELLED: UNDECIDED,
    Status.EXPIRED: UNDECIDED,
}


@dataclass(frozen=True)
class Payment:
    id: UUID
    member_id: UUID
    site: str
    body_hash: bytes
    package_id: str
    credits: int
    amount: Decimal
    currency: str
    method: str
    locale: str
    status: Status
    created_at: datetime
    provider_id: str | None = None
    checkout_url: str | None = None
    discount_code: str | None = None
    normal_amount: Decimal | None = None

    @staticmethod
    def ordered(
        order_id: UUID,
        member_id: UUID,
        site: str,
        package: Package,
        method: str,
        locale: str,
        body_hash: bytes,
        at: datetime,
    ) -> "Payment":
        return Payment(
            id=order_id,
            member_id=member_id,
            site=site,
            body_hash=body_hash,
            package_id=package.id,
            credits=package.credits,
            amount=package.amount.value,
            currency=package.amount.currency,
            method=method,
            locale=locale,
            status=Status.OPEN,
            created_at=at,
        )

    @property
    def is_undecided(self) -> bool:
        return self.status in UNDECIDED

    def is_to_be_made(self, at: datetime) -> bool:
        """Whether the provider has yet to hear of it, and may."""
        return self.status is Status.OPEN and self.provider_id is None and at < self.created_at + RETRIED_WITHIN

    def discounted(self, code: str, amount: Decimal) -> "Payment":
        return replace(self, discount_code=code, normal_amount=self.amount, amount=amount)

    def return_url(self, public_url: str) -> str:
        """Where the member comes back to after paying. The first language has no prefix."""
        prefix = "" if self.locale == LOCALES[0] else f"/{self.locale}"
        return f"{public_url.rstrip('/')}{prefix}/credits/{self.id}/return"

    def made_as(self, provider_id: str, checkout_url: str | None) -> "Payment":
        return replace(self, provider_id=provider_id, checkout_url=checkout_url)


@dataclass(frozen=True)
class Report:
    """What the provider says about a payment."""

    provider_id: str
    order_id: str
    status: Status
    amount: Decimal
    currency: str

    def is_about(self, payment: Payment) -> bool:
        """A report about another payment, order or sum must never give credits."""
        return (self.provider_id, self.order_id, self.amount, self.currency) == (
            payment.provider_id,
            str(payment.id),
            payment.amount,
            payment.currency,
        )
