"""Discounts: the percentage, and the conditions of member, time and order."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal
from uuid import UUID

from shared.sites import Money

from billing.domain.wallet import Wallet
from billing.errors import (
    DiscountBelowMinimum,
    DiscountExpired,
    DiscountNotFound,
    DiscountNotStarted,
    DiscountWrongCountry,
    DiscountWrongCurrency,
    DiscountWrongMethod,
)

WELCOME, TIME_BONUS = "WELCOME25", "TIMEBONUS25"
OFFER_PERCENTAGE = 25
OFFERED_FOR = timedelta(seconds=14_400)
# Both offers are for the first purchase: using one uses both.
FIRST_PURCHASE = "FIRST_PURCHASE"
# The claimant of a code that can be used once in all.
ANYONE = "anyone"


CodeState = Literal["planned", "active", "spent", "expired", "ended"]


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
    minimum: Money | None = None
    methods: tuple[str, ...] | None = None
    is_active: bool = True
    # The only brand it is for; None for a code of all brands.
    site: str | None = None
    campaign: str = ""
    starts_at: datetime | None = None
    # Purchases it is good for in all, and the sum of discounts after which it is spent.
    most_uses: int | None = None
    budget: Money | None = None

    @property
    def is_limited(self) -> bool:
        return self.most_uses is not None or self.budget is not None

    def is_spent(self, usage: "Usage") -> bool:
        """The purchase that reaches the budget still gets its whole discount: a price that was shown holds."""
        if self.most_uses is not None and usage.uses >= self.most_uses:
            return True
        return self.budget is not None and usage.minor_in(self.budget.currency) >= self.budget.minor

    def applied_to(self, price: Money) -> Money:
        return price.times(100 - self.percentage, 100)

    def check_holder(self, wallet: Wallet, country: str, at: datetime) -> None:
        """Raise the reason why this member cannot use it for any order."""
        if self.member_id not in (None, wallet.member_id) or self.site not in (None, wallet.site):
            # The code of another member or brand is answered as an unknown one.
            raise DiscountNotFound(field="discount_code")
        if not self.is_active and self.claimed_as == FIRST_PURCHASE:
            raise DiscountNotFound(field="discount_code")
        if not self.is_active or self.is_expired(at):
            raise DiscountExpired(field="discount_code")
        if self.starts_at is not None and at < self.starts_at:
            raise DiscountNotStarted(field="discount_code")
        if self.country not in (None, country):
            raise DiscountWrongCountry(field="discount_code", country=self.country)

    def check_order(self, price: Money, method: str) -> None:
        """Raise the reason why it does not apply to this order."""
        if self.currency not in (None, price.currency):
            raise DiscountWrongCurrency(field="discount_code", currency=self.currency)
        if self.minimum is not None and price < self.minimum:
            raise DiscountBelowMinimum(field="discount_code", minimum=self.minimum.text, currency=self.minimum.currency)
        if self.methods is not None and method not in self.methods:
            raise DiscountWrongMethod(field="discount_code")

    def fits(self, price: Money) -> bool:
        """Whether it may be shown on something with this price."""
        return self.currency in (None, price.currency) and (self.minimum is None or price >= self.minimum)

    def is_expired(self, at: datetime) -> bool:
        return self.expires_at is not None and at >= self.expires_at

    def claimant(self, member_id: UUID) -> str:
        """The key of a claim: one claim is possible for each claimant."""
        return ANYONE if self.validity is Validity.ONCE else str(member_id)


@dataclass(frozen=True)
class Usage:
    """Purchases with a code that are paid or may still be, and the sums that they were reduced by, one a currency."""

    uses: int = 0
    given: tuple[Money, ...] = ()

    def minor_in(self, currency: str) -> int:
        return sum(each.minor for each in self.given if each.currency == currency)


@dataclass(frozen=True)
class SiteCode:
    """A code at the marketing desk of one brand: its usage at this brand, and that at all it can be used at."""

    discount: Discount
    usage: Usage
    total: Usage

    @property
    def is_for_all_sites(self) -> bool:
        return self.discount.site is None

    @property
    def is_spent(self) -> bool:
        once = self.discount.validity is Validity.ONCE and self.total.uses > 0
        return once or self.discount.is_spent(self.total)

    def state(self, at: datetime) -> CodeState:
        if not self.discount.is_active:
            return "ended"
        if self.discount.is_expired(at):
            return "expired"
        if self.is_spent:
            return "spent"
        is_planned = self.discount.starts_at is not None and at < self.discount.starts_at
        return "planned" if is_planned else "active"


def claimed_as(code: str) -> str:
    """The name a claim is stored under: codes with the same name are one discount."""
    return FIRST_PURCHASE if code in (WELCOME, TIME_BONUS) else code


def first_purchase_offer(wallet: Wallet, code: str = TIME_BONUS) -> Discount:
    """The offer every new member has for four hours, under either of its codes."""
    return Discount(
        code=code,
        percentage=OFFER_PERCENTAGE,
        claimed_as=claimed_as(code),
        member_id=wallet.member_id,
        expires_at=wallet.signed_up_at + OFFERED_FOR,
        # A premium member has bought already.
        is_active=not wallet.is_premium,
    )
