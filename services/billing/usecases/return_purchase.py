from uuid import uuid5

from shared.kit.logs import logger

from billing.domain.payment import Payment, ReversalReason
from billing.storage import BillingUnit
from billing.usecases.reverse_purchase import reverse_purchase

# What the ids of refund and reversal follow from: one of each for a payment and a reason.
FACTS = {
    ReversalReason.DISCOUNT_USED: "discount was used",
    ReversalReason.SPENDING_LIMIT: "spending limit",
}


def return_purchase(uow: BillingUnit, payment: Payment, reason: ReversalReason) -> Payment:
    """Take back all credits of a purchase and owe its money, in the caller's transaction.

    The checkout page of an order stays open when its member orders again. A discount is for one purchase, and a
    spending limit may have no room for two, so the money of the second one goes back.
    """
    refund_id = uuid5(payment.id, FACTS[reason])
    uow.refunds.add_once(refund_id, payment.id, payment.member_id, payment.credits, payment.amount)
    uow.payments.withdraw(payment, payment.credits, payment.amount)
    reverse_purchase(uow, payment, payment.credits, payment.amount, reason, FACTS[reason])
    logger().warning("purchase_returned", payment_id=str(payment.id), reason=reason.value)
    return uow.payments.get(payment.id)
