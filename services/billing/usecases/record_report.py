from decimal import Decimal
from uuid import UUID, uuid5

from pairwise.billing.v1.events_pb2 import BecamePremium, PaymentCompleted, PaymentFailed
from servicekit.faults import point
from servicekit.logs import logger

from billing.domain.payment import Payment, Report, Reversal, Status
from billing.domain.saved_method import SavedMethod
from billing.domain.transfer import Kind, Transfer, purchase_id
from billing.ports import BillingUnitOfWork
from billing.usecases.return_purchase import return_purchase
from billing.usecases.reverse_purchase import reverse_purchase
from billing.usecases.tell_balance import tell_balance


def record_report(uow: BillingUnitOfWork, payment: Payment, report: Report | None) -> Payment:
    """Let a payment be what its provider says it is; the credits of a completed one are given once.

    Whoever brings the same news again, or old news late, changes nothing. Returns the payment as it is now.
    """
    if report is None or not report.is_about(payment):
        logger().error("payment_differs_from_report", payment_id=str(payment.id))
        return payment
    status = Status.REQUIRES_ACTION if report.asks_for_the_member(payment) else report.status
    with uow:
        # Before the payment is locked, in the order in which `claim_discount` locks the two.
        has_discount = status is not Status.COMPLETED or uow.discounts.keep(payment)
        advanced = uow.payments.advance(payment.id, status, report.failure)
        if advanced is not None:
            _follow(uow, advanced, report)
            if not has_discount:
                advanced = return_purchase(uow, advanced)
        now = _take_back(uow, advanced or uow.payments.get(payment.id), report)
        if advanced is None and now is None:
            return uow.payments.get(payment.id)
        point("billing.payment.before_commit")
        uow.commit()
        point("billing.payment.committed")
    return now or advanced or payment


def _follow(uow: BillingUnitOfWork, advanced: Payment, report: Report) -> None:
    if advanced.status is Status.COMPLETED:
        _give_credits(uow, advanced)
        _save_method(uow, advanced, report)
    elif not advanced.is_undecided:
        tell_failure(uow, advanced)


def _save_method(uow: BillingUnitOfWork, payment: Payment, report: Report) -> None:
    if not payment.saves_method or report.mandate_id is None or report.customer_id is None:
        return
    uow.saved_methods.add_once(
        SavedMethod(
            id=uuid5(payment.id, "saved method"),
            member_id=payment.member_id,
            kind=payment.method,
            brand=report.brand,
            last4=report.last4,
            customer_id=report.customer_id,
            mandate_id=report.mandate_id,
        )
    )


def _take_back(uow: BillingUnitOfWork, payment: Payment, report: Report) -> Payment | None:
    """Money went back, by refund or chargeback: its credits follow. None when nothing new did.

    What a member withdrew from was noted when they did; the provider's word of it is no news.
    """
    if payment.status is not Status.COMPLETED or report.returned_minor <= payment.returned_minor:
        return None
    returned = uow.payments.give_back(payment, report.returned_minor)
    if returned is None:
        return None
    credits = returned.returned_credits - payment.returned_credits
    # The same sum can go back again after it was won back.
    times = uow.restorations.count(payment.id)
    reverse_purchase(
        uow,
        returned,
        credits,
        returned.returned_minor - payment.returned_minor,
        Reversal.CHARGEBACK if report.is_charged_back else Reversal.REFUND,
        f"returned {report.returned_minor}" + (f" again {times}" if times else ""),
    )
    if report.is_charged_back and payment.saved_method_id is not None:
        _block_account(uow, payment.saved_method_id)
    return returned


def _block_account(uow: BillingUnitOfWork, saved_method_id: UUID) -> None:
    """An account whose bank took money back pays no more by direct debit."""
    if (application := uow.direct_debits.find_by_saved_method(saved_method_id)) is not None:
        uow.direct_debits.block(application.iban, application.phone, "charged back")
        uow.saved_methods.remove(application.member_id, saved_method_id)


def tell_failure(uow: BillingUnitOfWork, payment: Payment) -> None:
    uow.announce(
        PaymentFailed(
            payment_id=str(payment.id),
            member_id=str(payment.member_id),
            status=payment.status.value,
            amount=str(payment.amount),
            currency=payment.currency,
            method=payment.method,
        )
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
            vat=f"{Decimal(payment.vat_minor) / 100:.2f}",
            vat_rate=f"{Decimal(payment.vat_rate) / 100:f}".rstrip("0").rstrip("."),
        )
    )
