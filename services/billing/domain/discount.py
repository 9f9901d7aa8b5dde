"""A discount: what it takes off, and for whom, until when and on what it holds."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from uuid import UUID

from billing.domain.wallet import Wallet
from billing.errors import (
    DiscountBelowMinimum,
    DiscountExpired,
    DiscountNotFound,
    DiscountWrongCountry,
    DiscountWrongCurrency,
    DiscountWrongMethod,
)

CENT = Decimal("0.01")
WELCOME, TIME_BONUS = "WELCOME25", "TIMEBONUS25"
OFFER_PERCENTAGE = 25
OFFERED_FOR = timedelta(seconds=14_400)
# Both offers are the same one purchase, the first: whoever used one has used both.
FIRST_PURCHASE = "FIRST_PURCHASE"
# Who takes a code that is there once.
ANYONE = "anyone"


class Validity(StrEnum):
    ONCE_PER_USER = "once-per-user"
    ONCE = "once"


@dataclass(frozen=True)
class Discount:
    code: str
    percentage: int
    claimed_as: str
    validity: Validity = Validity.ONCE_PER_USER
    country: str | None = None
    member_id: UUID | None = None
    expires_at: datetime | None = None
    currency: str | None = None
    minimum: Decimal | None = None
    methods: tuple[str, ...] | None = None
    is_active: bool = True

    def applied_to(self, value: Decimal) -> Decimal:
        return (value * (100 - self.percentage) / 100).quantize(CENT, ROUND_HALF_UP)

    def check_holder(self, wallet: Wallet, country: str, at: datetime) -> None:
        """Raises what this member is refused with, whatever they buy."""
        if not self.is_active or self.member_id not in (None, wallet.member_id):
            # Someone else's code is not there.
            raise DiscountNotFound(field="discount_code")
        if self.is_expired(at):
            raise DiscountExpired(field="discount_code")
        if self.country not in (None, country):
            raise DiscountWrongCountry(field="discount_code", country=self.country)

    def check_order(self, value: Decimal, currency: str, method: str) -> None:
        """Raises what this order is refused with."""
        if self.currency not in (None, currency):
            raise DiscountWrongCurrency(field="discount_code", currency=self.currency)
        if self.minimum is not None and value < self.minimum:
            raise DiscountBelowMinimum(field="discount_code", minimum=f"{self.minimum:.2f}", currency=currency)
        if self.methods is not None and method not in self.methods:
            raise DiscountWrongMethod(field="discount_code")

    def fits(self, value: Decimal, currency: str) -> bool:
        """Whether it may be shown on something with this price."""
        return self.currency in (None, currency) and (self.minimum is None or value >= self.minimum)

    def is_expired(self, at: datetime) -> bool:
        return self.expires_at is not None and at >= self.expires_at

    def claimant(self, member_id: UUID) -> str:
        """Who takes it: of those with the same name, one can."""
        return ANYONE if self.validity is Validity.ONCE else str(member_id)


def claimed_as(code: str) -> str:
    """The name under which a code is taken: codes of the same name are one discount."""
    return FIRST_PURCHASE if code in (WELCOME, TIME_BONUS) else code


def first_purchase_offer(wallet: Wallet, code: str = TIME_BONUS) -> Discount:
    """The offer every new member has for four hours, under either of its codes."""
    return Discount(
        code=code,
        percentage=OFFER_PERCENTAGE,
        claimed_as=claimed_as(code),
        member_id=wallet.member_id,
        expires_at=wallet.signed_up_at + OFFERED_FOR,
        # Who has bought once has no first purchase before them.
        is_active=not wallet.is_premium,
    )
