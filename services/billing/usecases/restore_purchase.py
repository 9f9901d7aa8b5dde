"""Restoring a purchase after a won chargeback: its credits count again and pay the debt it left."""

from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import NotFound, logger
from shared.sites import Money

from billing.domain.payment import Payment, PaymentReport, PaymentStatus
from billing.domain.refund import WON_BACK, Refund
from billing.domain.transfer import restoration
from billing.domain.wallet import Wallet
from billing.events.published import credits_changed, purchase_restored
from billing.ports import PaymentProviders
from billing.storage import BillingUnit
from billing.usecases.derive_transfer import find_unmade


class NothingToRestore(Exception):
    """No money of the purchase was returned, apart from the member's own withdrawal."""


@dataclass(frozen=True)
class RestoredPurchase:
    credits: int
    wallet: Wallet
    unblocked: bool


def restore_purchase(
    uow: BillingUnit, providers: PaymentProviders, payment_id: UUID, *, by: str, why: str
) -> RestoredPurchase:
    """Grant the credits that a chargeback took; they pay its debt first.

    A withdrawal stays. The blocked account is unblocked; its owner signs a new mandate. Raises NotFound,
    NothingToRestore or ProviderUnavailable.
    """
    with uow:
        payment = uow.payments.find(payment_id)
    if payment is None or payment.status is not PaymentStatus.COMPLETED:
        raise NotFound()
    report = providers[payment.provider].report(payment.provider_id or "")
    with uow:
        uow.wallets.lock(payment.member_id)
        payment = uow.payments.get(payment_id)
        withdrawn = next(iter(uow.refunds.of_payments([payment_id])), None)
        credits = payment.returned_credits - (withdrawn.credits if withdrawn else 0)
        still_gone = _still_gone(payment, withdrawn, report)
        if credits <= 0:
            raise NothingToRestore()
        earlier = uow.restorations.count(payment_id)
        cause = find_unmade(uow, restoration(payment_id, earlier, payment.member_id, credits))
        if cause is None or not uow.payments.restore(payment, credits, still_gone):
            raise NothingToRestore()
        wallet, debt = uow.wallets.credit(payment.member_id, credits)
        transfer = cause.leading_to(wallet, debt)
        uow.ledger.add(transfer, cause)
        uow.restorations.add(transfer.id, payment_id, payment.member_id, credits, by, why)
        unblocked = _unblock(uow, payment)
        uow.reconciliations.resolve(payment.provider, payment.provider_id or "", WON_BACK)
        uow.announce(credits_changed(wallet))
        uow.announce(purchase_restored(payment, credits, still_gone, transfer.id, uow.now()))
        uow.commit()
    logger().warning("purchase_restored", payment_id=str(payment_id), credits=credits, by=by)
    return RestoredPurchase(credits, wallet, unblocked)


def _still_gone(payment: Payment, withdrawn: Refund | None, report: PaymentReport | None) -> Money:
    """The sum to store as returned, so that a second chargeback is recognised and the first is not recorded twice."""
    reported = report.returned if report is not None else payment.returned
    return min(payment.returned, max(reported, withdrawn.amount) if withdrawn else reported)


def _unblock(uow: BillingUnit, payment: Payment) -> bool:
    if payment.saved_method_id is None:
        return False
    application = uow.direct_debits.find_by_saved_method(payment.saved_method_id)
    if application is None:
        return False
    account = uow.direct_debits.unblock("iban", application.iban)
    number = uow.direct_debits.unblock("phone", application.phone)
    return account or number
