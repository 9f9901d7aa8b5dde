from pairwise.billing.v1.events_pb2 import BecamePremium, PaymentCompleted, PaymentFailed
from servicekit.faults import point
from servicekit.logs import logger

from billing.domain.payment import Payment, Report, Status
from billing.domain.transfer import Kind, Transfer, purchase_id
from billing.ports import BillingUnitOfWork
from billing.usecases.tell_balance import tell_balance


def record_report(uow: BillingUnitOfWork, payment: Payment, report: Report | None) -> Payment:
    """Let a payment be what its provider says it is; the credits of a completed one are given once.

    Whoever brings the same news again, or old news late, changes nothing. Returns the payment as it is now.
    """
    if report is None or not report.is_about(payment):
        logger().error("payment_differs_from_report", payment_id=str(payment.id))
        return payment
    with uow:
        advanced = uow.payments.advance(payment.id, report.status)
        if advanced is None:
            return uow.payments.get(payment.id)
        if advanced.status is Status.COMPLETED:
            _give_credits(uow, advanced)
        elif not advanced.is_undecided:
            tell_failure(uow, advanced)
        point("billing.payment.before_commit")
        uow.commit()
        point("billing.payment.committed")
    return advanced


def tell_failure(uow: BillingUnitOfWork, payment: Payment) -> None:
    uow.announce(
        PaymentFailed(payment_id=str(payment.id), member_id=str(payment.member_id), status=payment.status.value)
    )


def _give_credits(uow: BillingUnitOfWork, payment: Payment) -> None:
    wallet, debt = uow.wallets.credit(payment.member_id, payment.credits)
    uow.ledger.add_once(
        Transfer.leading_to(
            wallet,
            Kind.PURCHASE,
            purchase_id(payment.id),
            credits=payment.credits + debt,
            payment_id=payment.id,
            debt=debt,
        )
    )
    tell_balance(uow, wallet)
    if uow.wallets.become_premium(payment.member_id):
        uow.announce(BecamePremium(member_id=str(payment.member_id)))
    uow.announce(
        PaymentCompleted(
            payment_id=str(payment.id),
            member_id=str(payment.member_id),
            credits=payment.credits,
            amount=str(payment.amount),
            currency=payment.currency,
            method=payment.method,
        )
    )
