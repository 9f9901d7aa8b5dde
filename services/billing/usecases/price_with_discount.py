"""Finding, applying and claiming discounts. Pages show them; this decides, by the database's clock."""

from uuid import UUID

from shared.sites import Money

from billing.domain.discount import TIME_BONUS, WELCOME, Discount, first_purchase_offer
from billing.domain.payment import Payment, PaymentStatus
from billing.domain.wallet import Wallet
from billing.errors import DiscountNotFound, DiscountSpent, DiscountUsed
from billing.storage import BillingUnit


def find_discount(uow: BillingUnit, wallet: Wallet, country: str, code: str) -> Discount:
    """The discount of a code for this member. Raises the reason why they cannot use it."""
    code = code.strip().upper()
    discount = first_purchase_offer(wallet, code) if code in (WELCOME, TIME_BONUS) else uow.discounts.find(code)
    if discount is None:
        raise DiscountNotFound(field="discount_code")
    if discount.member_id in (None, wallet.member_id) and uow.discounts.is_used(discount, wallet.member_id):
        raise DiscountUsed(field="discount_code")
    discount.check_holder(wallet, country, uow.now())
    _check_spent(uow, discount, wallet.member_id)
    return discount


def find_offer(uow: BillingUnit, wallet: Wallet) -> Discount | None:
    """The offer to new members; None once it has ended for this one."""
    offer = first_purchase_offer(wallet)
    if not offer.is_active or offer.is_expired(uow.now()) or uow.discounts.is_used(offer, wallet.member_id):
        return None
    return offer


def price_with_discount(
    uow: BillingUnit, wallet: Wallet, country: str, code: str, *, price: Money, method: str
) -> tuple[Discount, Money]:
    """The discount and the reduced price of this order. Raises the reason why it does not apply."""
    discount = find_discount(uow, wallet, country, code)
    discount.check_order(price, method)
    return discount, discount.applied_to(price)


def claim_discount(uow: BillingUnit, discount: Discount, payment: Payment) -> None:
    """Claim the discount for this payment, once, in the transaction that stores it.

    A member who left the payment page and orders again takes it over: the open order it was for is cancelled.
    Raises DiscountUsed when it was used, DiscountSpent when others took the rest of it meanwhile.
    """
    if discount.is_limited:
        # Lock order: the code before the claim. After the lock, claims that were committed meanwhile are counted.
        uow.discounts.lock(discount.code)
        _check_spent(uow, discount, payment.member_id)
    held_by = uow.discounts.claim(discount, payment)
    if held_by is None:
        raise DiscountUsed(field="discount_code")
    if held_by == payment.id:
        return
    before = uow.payments.get(held_by)
    if before.status is PaymentStatus.OPEN and uow.payments.advance(held_by, PaymentStatus.CANCELLED) is None:
        # It was paid meanwhile.
        raise DiscountUsed(field="discount_code")


def _check_spent(uow: BillingUnit, discount: Discount, member_id: UUID) -> None:
    if discount.is_limited and discount.is_spent(uow.discounts.usage_besides(discount, member_id)):
        raise DiscountSpent(field="discount_code")
