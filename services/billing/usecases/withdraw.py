"""Withdrawing from a purchase: the law's right, for the credits that are unused."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from pairwise.billing.v1.events_pb2 import WithdrawalReceived
from servicekit.errors import NotFound, Unavailable
from servicekit.logs import logger
from sites import Site

from billing.domain.payment import Payment, Reversal, Status
from billing.domain.refund import Refund
from billing.errors import KeyReused, NothingToWithdraw
from billing.ports import BillingUnitOfWork, OrderRefused, PaymentProvider
from billing.usecases.reverse_purchase import reverse_purchase

BATCH, PAUSE = 10, timedelta(minutes=1)


@dataclass(frozen=True)
class Withdrawable:
    """A purchase one may still withdraw from, and what comes back; or the withdrawal it already had."""

    payment: Payment
    credits: int
    minor: int
    until: datetime
    refund: Refund | None


def list_withdrawable(uow: BillingUnitOfWork, site: Site, member_id: UUID) -> Sequence[Withdrawable]:
    """The member's purchases within the days the site gives, the newest first."""
    with uow:
        days = timedelta(days=site.refund_days)
        payments = uow.payments.completed_since(member_id, uow.now() - days)
        refunds = {refund.payment_id: refund for refund in uow.refunds.of_payments([each.id for each in payments])}
        wallet = uow.wallets.find(member_id)
    unused = wallet.balance if wallet else 0
    found = []
    for payment in payments:
        refund = refunds.get(payment.id)
        credits = 0 if refund else _unused_of(payment, unused)
        # Credits are counted once: what one purchase can give back, another cannot.
        unused -= credits
        found.append(Withdrawable(payment, credits, payment.refund_for(credits), payment.created_at + days, refund))
    return found


def withdraw(uow: BillingUnitOfWork, site: Site, member_id: UUID, refund_id: UUID, payment_id: UUID) -> Refund:
    """Take back the unused credits of a purchase and owe their price, once. Raises NotFound or NothingToWithdraw."""
    with uow:
        # Who spends, or withdraws a second time, at the same moment waits: what is unused now is what goes back.
        uow.wallets.lock(member_id)
        if (earlier := uow.refunds.find(refund_id)) is not None:
            if (earlier.member_id, earlier.payment_id) != (member_id, payment_id):
                raise KeyReused(field="id")
            return earlier
        payment = uow.payments.find(payment_id)
        if payment is None or payment.member_id != member_id or payment.status is not Status.COMPLETED:
            raise NotFound()
        since = uow.now() - timedelta(days=site.refund_days)
        in_time = any(each.id == payment.id for each in uow.payments.completed_since(member_id, since))
        credits = _unused_of(payment, uow.wallets.get(member_id).balance)
        minor = payment.refund_for(credits)
        if not in_time or credits <= 0 or minor <= 0:
            raise NothingToWithdraw()
        is_first = uow.refunds.add_once(refund_id, payment_id, member_id, credits, minor)
        if not is_first or not uow.payments.withdraw(payment, credits, minor):
            raise NothingToWithdraw()
        reverse_purchase(uow, payment, credits, minor, Reversal.WITHDRAWAL, f"withdrawal {refund_id}")
        refund = uow.refunds.find(refund_id)
        if refund is None:
            raise LookupError("a row that was just written")
        uow.announce(_receipt(payment, refund))
        uow.commit()
    return refund


def pay_refunds(unit_of_work: Callable[[], BillingUnitOfWork], provider: PaymentProvider) -> None:
    """Ask the provider for every refund that is owed, until it has paid. The same refund is made once."""
    with unit_of_work() as uow:
        due = [(refund, uow.payments.get(refund.payment_id)) for refund in uow.refunds.claim_due(BATCH, PAUSE)]
        uow.commit()
    for refund, payment in due:
        try:
            made = provider.refund(payment.provider_id or "", refund, payment.currency)
        except OrderRefused:
            logger().error("refund_refused", refund_id=str(refund.id), payment_id=str(payment.id))
            continue
        except Unavailable:
            logger().warning("refunds_wait_for_provider", waiting=len(due))
            return
        with unit_of_work() as uow:
            uow.refunds.was_made(refund.id, made)
            uow.commit()


def _unused_of(payment: Payment, balance: int) -> int:
    """Gifts and older credits count as spent first, so what is left counts as bought."""
    return max(0, min(payment.credits - payment.returned_credits, balance))


def _receipt(payment: Payment, refund: Refund) -> WithdrawalReceived:
    said = WithdrawalReceived(
        refund_id=str(refund.id),
        payment_id=str(payment.id),
        member_id=str(payment.member_id),
        credits=refund.credits,
        amount=f"{refund.minor / 100:.2f}",
        currency=payment.currency,
        method=payment.method,
    )
    said.stated_at.FromDatetime(refund.stated_at)
    return said
