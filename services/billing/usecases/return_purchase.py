from uuid import uuid5

from shared.kit.logs import logger

from billing.domain.payment import Payment, ReversalReason
from billing.storage import BillingUnit
from billing.usecases.reverse_purchase import reverse_purchase


def return_purchase(uow: BillingUnit, payment: Payment) -> Payment:
    """Take back all credits of a purchase and owe its money, in the caller's transaction.

    The checkout page of an order stays open when its member orders again with the same discount. A discount is for one
    purchase, so the money of the second one goes back.
    """
    refund_id = uuid5(payment.id, "discount was used")
    uow.refunds.add_once(refund_id, payment.id, payment.member_id, payment.credits, payment.amount)
    uow.payments.withdraw(payment, payment.credits, payment.amount)
    reverse_purchase(uow, payment, payment.credits, payment.amount, ReversalReason.DISCOUNT_USED, "discount was used")
    logger().warning("discounted_twice", payment_id=str(payment.id))
    return uow.payments.get(payment.id)
