from uuid import uuid5

from servicekit.logs import logger

from billing.domain.payment import Payment, Reversal
from billing.ports import BillingUnitOfWork
from billing.usecases.reverse_purchase import reverse_purchase


def return_purchase(uow: BillingUnitOfWork, payment: Payment) -> Payment:
    """Take back all credits of a purchase and owe its money, in the caller's transaction.

    A page of the provider stays open when its member starts again with the same discount. Who pays there as well has
    paid a price that was given once: it was paid for another order, so this money goes back.
    """
    refund_id = uuid5(payment.id, "discount was used")
    uow.refunds.add_once(refund_id, payment.id, payment.member_id, payment.credits, payment.minor)
    uow.payments.withdraw(payment, payment.credits, payment.minor)
    reverse_purchase(uow, payment, payment.credits, payment.minor, Reversal.DISCOUNT_USED, "discount was used")
    logger().warning("discounted_twice", payment_id=str(payment.id))
    return uow.payments.get(payment.id)
