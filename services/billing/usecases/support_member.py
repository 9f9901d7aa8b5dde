"""Acts of the support desk on the money of a member. The desk has checked who acts and recorded why."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import NotFound
from shared.sites import Money

from billing.domain.invoice import Invoice
from billing.domain.payment import PaymentStatus, ReversalReason
from billing.domain.transfer import Transfer, goodwill
from billing.domain.wallet import Wallet
from billing.errors import KeyReused, NothingToWithdraw
from billing.events.published import credits_changed
from billing.storage import BillingUnit
from billing.usecases.derive_transfer import find_unmade
from billing.usecases.reverse_purchase import reverse_purchase

SHOWN = 50


@dataclass(frozen=True)
class MemberLedger:
    wallet: Wallet
    transfers: Sequence[Transfer]  # the newest first
    invoices: Sequence[Invoice]


def list_transfers(uow: BillingUnit, member_id: UUID) -> MemberLedger:
    """Raises NotFound for a member without a wallet."""
    with uow.reading() as reads:
        wallet = reads.wallets.find(member_id)
        if wallet is None:
            raise NotFound()
        payments = reads.payer_search.payments_of(member_id, SHOWN)
        invoices = reads.invoices.of_payments([each.id for each in payments])
        return MemberLedger(wallet, reads.ledger.page(member_id, None, SHOWN), invoices)


def refund_purchase(uow: BillingUnit, refund_id: UUID, member_id: UUID, payment_id: UUID, minor: int) -> None:
    """Owe this much of a purchase back and take its share of credits, those that were spent as debt; once.

    The wallet is locked, and a purchase has one refund, so of two clerks at once one is refused. Raises NotFound, and
    NothingToWithdraw for a sum that is not left of the purchase or a purchase that has a refund.
    """
    with uow:
        if uow.wallets.find(member_id) is None:
            raise NotFound()
        uow.wallets.lock(member_id)
        if (earlier := uow.refunds.find(refund_id)) is not None:
            if (earlier.member_id, earlier.payment_id, earlier.amount.minor) != (member_id, payment_id, minor):
                raise KeyReused(field="id")
            return
        payment = uow.payments.find(payment_id)
        if payment is None or payment.member_id != member_id or payment.status is not PaymentStatus.COMPLETED:
            raise NotFound()
        try:
            amount = Money(minor, payment.amount.currency)
        except ValueError:
            raise NothingToWithdraw() from None
        returned = payment.returned + amount
        if minor <= 0 or returned > payment.amount:
            raise NothingToWithdraw()
        credits = max(0, payment.credits_for(returned) - payment.returned_credits)
        is_first = uow.refunds.add_once(refund_id, payment_id, member_id, credits, amount)
        if not is_first or not uow.payments.withdraw(payment, credits, amount):
            raise NothingToWithdraw()
        reverse_purchase(uow, payment, credits, amount, ReversalReason.REFUND, f"support {refund_id}")
        uow.commit()


def give_credits(uow: BillingUnit, grant_id: UUID, member_id: UUID, credits: int) -> None:
    """Give credits once for each `grant_id`; they pay debt first. Raises NotFound for a member without a wallet."""
    with uow:
        if uow.wallets.find(member_id) is None:
            raise NotFound()
        uow.wallets.lock(member_id)
        cause = find_unmade(uow, goodwill(grant_id, member_id, credits))
        if cause is None:
            return
        wallet, debt = uow.wallets.credit(member_id, credits)
        uow.ledger.add(cause.leading_to(wallet, debt), cause)
        uow.announce(credits_changed(wallet))
        uow.commit()
