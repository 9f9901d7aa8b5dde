from uuid import UUID

from prometheus_client import Counter
from shared.kit.core import fault_point, logger, new_id

from billing.domain.payment import Payment, PaymentReport, PaymentStatus, ReversalReason
from billing.domain.saved_method import SavedMethod
from billing.domain.transfer import purchase
from billing.events.published import became_premium, credits_changed, payment_completed, payment_failed
from billing.storage import BillingUnit
from billing.usecases.derive_transfer import find_unmade
from billing.usecases.guard_spending import breaks_limit, lock_guard
from billing.usecases.return_purchase import return_purchase
from billing.usecases.reverse_purchase import reverse_purchase

payments = Counter("billing_payments_total", "Payments that came to this status", ["status"])


def record_report(uow: BillingUnit, payment: Payment, report: PaymentReport | None) -> Payment:
    """Apply the provider's report to a payment; the credits of a completed one are granted once.

    A repeated or outdated report changes nothing. Returns the payment after it.
    """
    if report is None or not report.is_about(payment):
        logger().error("payment_differs_from_report", payment_id=str(payment.id))
        return payment
    status = PaymentStatus.REQUIRES_ACTION if report.requires_authentication(payment) else report.status
    with uow:
        # Lock order: the claim before the guard before the payment, as in `place_order`.
        has_discount = status is not PaymentStatus.COMPLETED or uow.discounts.keep(payment)
        is_superseded = status is PaymentStatus.COMPLETED and lock_guard(uow, payment)
        advanced = uow.payments.advance(payment.id, status, report.failure)
        if advanced is not None:
            _follow(uow, advanced, report)
            if not has_discount:
                advanced = return_purchase(uow, advanced, ReversalReason.DISCOUNT_USED)
            elif is_superseded and breaks_limit(uow, advanced):
                advanced = return_purchase(uow, advanced, ReversalReason.SPENDING_LIMIT)
        now = _claw_back(uow, advanced or uow.payments.get(payment.id), report)
        if advanced is None and now is None:
            return uow.payments.get(payment.id)
        fault_point("billing.payment.before_commit")
        uow.commit()
        fault_point("billing.payment.committed")
    if advanced is not None:
        payments.labels(advanced.status.value).inc()
    return now or advanced or payment


def _follow(uow: BillingUnit, advanced: Payment, report: PaymentReport) -> None:
    if advanced.status is PaymentStatus.COMPLETED:
        _give_credits(uow, advanced)
        _save_method(uow, advanced, report)
    elif not advanced.is_undecided:
        uow.announce(payment_failed(advanced))


def _save_method(uow: BillingUnit, payment: Payment, report: PaymentReport) -> None:
    if not payment.saves_method or report.mandate_id is None or report.customer_id is None:
        return
    uow.saved_methods.add_once(
        SavedMethod(
            id=new_id(),
            member_id=payment.member_id,
            provider=payment.provider,
            kind=payment.method,
            brand=report.brand,
            last4=report.last4,
            customer_id=report.customer_id,
            mandate_id=report.mandate_id,
        )
    )


def _claw_back(uow: BillingUnit, payment: Payment, report: PaymentReport) -> Payment | None:
    """Take back the credits of money returned by refund or chargeback. None when nothing new was returned.

    A withdrawal was recorded when the member made it, so the provider's report of it changes nothing.
    """
    if payment.status is not PaymentStatus.COMPLETED or report.returned <= payment.returned:
        return None
    returned = uow.payments.give_back(payment, report.returned)
    if returned is None:
        return None
    credits = returned.returned_credits - payment.returned_credits
    # The same sum can be charged back again after the chargeback was won.
    times = uow.restorations.count(payment.id)
    reverse_purchase(
        uow,
        payment,
        credits,
        returned.returned - payment.returned,
        ReversalReason.CHARGEBACK if report.is_charged_back else ReversalReason.REFUND,
        f"returned {report.returned.minor}" + (f" again {times}" if times else ""),
    )
    if report.is_charged_back and payment.saved_method_id is not None:
        _block_account(uow, payment.saved_method_id)
    return returned


def _block_account(uow: BillingUnit, saved_method_id: UUID) -> None:
    """Block the bank account and number behind a charged-back direct debit."""
    if (application := uow.direct_debits.find_by_saved_method(saved_method_id)) is not None:
        uow.direct_debits.block(application.iban, application.phone, "charged back")
        uow.saved_methods.remove(application.member_id, saved_method_id)


def _give_credits(uow: BillingUnit, payment: Payment) -> None:
    uow.wallets.lock(payment.member_id)
    cause = find_unmade(uow, purchase(payment.id, payment.member_id, payment.credits))
    if cause is None:
        # `advance` lets one transaction complete the payment, so nothing was granted before.
        raise LookupError("an undecided payment has given its credits")
    wallet, debt = uow.wallets.credit(payment.member_id, payment.credits)
    uow.ledger.add(cause.leading_to(wallet, debt), cause)
    uow.announce(credits_changed(wallet))
    if uow.wallets.become_premium(payment.member_id):
        uow.announce(became_premium(payment))
        uow.invitation_rewards.schedule(payment.member_id, payment.id)
    uow.announce(payment_completed(payment, uow.now()))
