"""What a discount makes of a price, and taking it: shown by the page, decided here, by the database's clock."""

from decimal import Decimal

from billing.domain.discount import TIME_BONUS, WELCOME, Discount, first_purchase_offer
from billing.domain.payment import Payment, Status
from billing.domain.wallet import Wallet
from billing.errors import DiscountNotFound, DiscountUsed
from billing.ports import BillingUnitOfWork


def find_discount(uow: BillingUnitOfWork, wallet: Wallet, country: str, code: str) -> Discount:
    """The discount behind a code, for this member. Raises why they cannot have it."""
    code = code.strip().upper()
    discount = first_purchase_offer(wallet, code) if code in (WELCOME, TIME_BONUS) else uow.discounts.find(code)
    if discount is None:
        raise DiscountNotFound(field="discount_code")
    if discount.member_id in (None, wallet.member_id) and uow.discounts.is_used(discount, wallet.member_id):
        raise DiscountUsed(field="discount_code")
    discount.check_holder(wallet, country, uow.now())
    return discount


def find_offer(uow: BillingUnitOfWork, wallet: Wallet) -> Discount | None:
    """The offer to new members, while this one has it."""
    offer = first_purchase_offer(wallet)
    if not offer.is_active or offer.is_expired(uow.now()) or uow.discounts.is_used(offer, wallet.member_id):
        return None
    return offer


def price_with_discount(
    uow: BillingUnitOfWork, wallet: Wallet, country: str, code: str, *, value: Decimal, currency: str, method: str
) -> tuple[Discount, Decimal]:
    """The discount and what this order costs with it. Raises why it does not hold for this order."""
    discount = find_discount(uow, wallet, country, code)
    discount.check_order(value, currency, method)
    return discount, discount.applied_to(value)


def claim_discount(uow: BillingUnitOfWork, discount: Discount, payment: Payment) -> None:
    """Take the discount for this payment, once, in the transaction that stores it.

    A member who left the payment page and starts again takes it along: the open order it was for is cancelled.
    Raises DiscountUsed when someone who may have it took it.
    """
    held_by = uow.discounts.claim(discount, payment)
    if held_by is None:
        raise DiscountUsed(field="discount_code")
    if held_by == payment.id:
        return
    before = uow.payments.get(held_by)
    if before.status is Status.OPEN and uow.payments.advance(held_by, Status.CANCELLED) is None:
        # It was paid this moment.
        raise DiscountUsed(field="discount_code")
