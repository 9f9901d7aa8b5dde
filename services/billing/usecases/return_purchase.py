from shared.kit.core import logger, new_id

from billing.domain.payment import Payment, ReversalReason
from billing.storage import BillingUnit
from billing.usecases.reverse_purchase import reverse_purchase

# The facts the reversals follow from.
FACTS = {
    ReversalReason.DISCOUNT_USED: "discount was used",
    ReversalReason.SPENDING_LIMIT: "spending limit",
}


def return_purchase(uow: BillingUnit, payment: Payment, reason: ReversalReason) -> Payment:
    """Take back all credits of a purchase and owe its money, in the caller's transaction.

    The checkout page of an order stays open when its member orders again. A discount is for one purchase, and a
    spending limit may have no room for two, so the money of the second one goes back.
    """
    if not uow.refunds.add_once(new_id(), payment.id, payment.member_id, payment.credits, payment.amount):
        raise LookupError("a purchase that was completed just now has a refund already")
    uow.payments.withdraw(payment, payment.credits, payment.amount)
    reverse_purchase(uow, payment, payment.credits, payment.amount, reason, FACTS[reason])
    logger().warning("purchase_returned", payment_id=str(payment.id), reason=reason.value)
    return uow.payments.get(payment.id)
