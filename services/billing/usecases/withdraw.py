"""The right of withdrawal from a purchase, for its unused credits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from shared.kit.core import NotFound, Unavailable, logger
from shared.sites import Money, Site

from billing.domain.payment import OrderRefused, Payment, PaymentStatus, ReversalReason
from billing.domain.refund import Refund
from billing.errors import KeyReused, NothingToWithdraw
from billing.events.published import withdrawal_received
from billing.ports import PaymentProviders
from billing.storage import BillingUnit
from billing.usecases.reverse_purchase import reverse_purchase

BATCH, PAUSE = 10, timedelta(minutes=1)


@dataclass(frozen=True)
class WithdrawablePurchase:
    """A purchase within the withdrawal period, and its refund; or the withdrawal it already had."""

    payment: Payment
    credits: int
    amount: Money  # of the refund for these credits
    until: datetime
    refund: Refund | None


@dataclass(frozen=True)
class Withdrawals:
    """A member's purchases within the days the site gives, the newest first, and whether there is any at all."""

    purchases: Sequence[WithdrawablePurchase]
    has_bought: bool


def list_withdrawable(uow: BillingUnit, site: Site, member_id: UUID) -> Withdrawals:
    """What the member may withdraw from, and has withdrawn from."""
    with uow:
        days = timedelta(days=site.refund_days)
        payments = uow.payments.completed_since(member_id, uow.now() - days)
        refunds = {refund.payment_id: refund for refund in uow.refunds.of_payments([each.id for each in payments])}
        wallet = uow.wallets.find(member_id)
        has_bought = bool(payments) or uow.payment_history.any_completed(member_id)
    unused = wallet.balance if wallet else 0
    found = []
    for payment in payments:
        refund = refunds.get(payment.id)
        credits = 0 if refund else _unused_of(payment, unused)
        # Each unused credit counts for one purchase.
        unused -= credits
        found.append(
            WithdrawablePurchase(payment, credits, payment.refund_for(credits), payment.created_at + days, refund)
        )
    return Withdrawals(found, has_bought)


def withdraw(uow: BillingUnit, site: Site, member_id: UUID, refund_id: UUID, payment_id: UUID) -> Refund:
    """Take back the unused credits of a purchase and owe their price, once. Raises NotFound or NothingToWithdraw."""
    with uow:
        # Lock the wallet, so that no charge or second withdrawal changes the unused credits meanwhile.
        uow.wallets.lock(member_id)
        if (earlier := uow.refunds.find(refund_id)) is not None:
            if (earlier.member_id, earlier.payment_id) != (member_id, payment_id):
                raise KeyReused(field="id")
            return earlier
        payment = uow.payments.find(payment_id)
        if payment is None or payment.member_id != member_id or payment.status is not PaymentStatus.COMPLETED:
            raise NotFound()
        since = uow.now() - timedelta(days=site.refund_days)
        in_time = any(each.id == payment.id for each in uow.payments.completed_since(member_id, since))
        credits = _unused_of(payment, uow.wallets.get(member_id).balance)
        amount = payment.refund_for(credits)
        if not in_time or credits <= 0 or amount.minor <= 0:
            raise NothingToWithdraw()
        is_first = uow.refunds.add_once(refund_id, payment_id, member_id, credits, amount)
        if not is_first or not uow.payments.withdraw(payment, credits, amount):
            raise NothingToWithdraw()
        reverse_purchase(uow, payment, credits, amount, ReversalReason.WITHDRAWAL, f"withdrawal {refund_id}")
        refund = uow.refunds.find(refund_id)
        if refund is None:
            raise LookupError("a row that was just written")
        uow.announce(withdrawal_received(payment, refund))
        uow.commit()
    return refund


def pay_refunds(unit_of_work: Callable[[], BillingUnit], providers: PaymentProviders) -> None:
    """Request every owed refund from the provider that took its payment, until that has paid; once, by its key."""
    with unit_of_work() as uow:
        due = [(refund, uow.payments.get(refund.payment_id)) for refund in uow.refunds.claim_due(BATCH, PAUSE)]
        uow.commit()
    for refund, payment in due:
        try:
            made = providers[payment.provider].refund(payment.provider_id or "", refund)
        except OrderRefused:
            logger().error("refund_refused", refund_id=str(refund.id), payment_id=str(payment.id))
            continue
        except Unavailable:
            logger().warning("refunds_wait_for_provider", provider=payment.provider)
            continue
        with unit_of_work() as uow:
            uow.refunds.record_created(refund.id, payment.provider, made)
            uow.commit()


def _unused_of(payment: Payment, balance: int) -> int:
    """Unused credits of a purchase: gifts and older credits count as spent first."""
    return max(0, min(payment.credits - payment.returned_credits, balance))
