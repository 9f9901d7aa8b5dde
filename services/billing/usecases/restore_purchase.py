"""A chargeback was won back: the purchase counts again, and what was owed for it is owed no more."""

from dataclasses import dataclass
from uuid import UUID, uuid5

from servicekit.errors import NotFound
from servicekit.logs import logger

from billing.domain.payment import Payment, Report, Status
from billing.domain.refund import WON_BACK, Refund
from billing.domain.transfer import Kind, Transfer
from billing.domain.wallet import Wallet
from billing.ports import BillingUnitOfWork, PaymentProvider
from billing.usecases.tell_balance import tell_balance


class NothingToRestore(Exception):
    """None of its money went back, or only what its owner withdrew."""


@dataclass(frozen=True)
class Restored:
    credits: int
    wallet: Wallet
    unblocked: bool


def restore_purchase(
    uow: BillingUnitOfWork, provider: PaymentProvider, payment_id: UUID, *, by: str, why: str
) -> Restored:
    """Give back the credits that a chargeback took; they pay the debt it left first.

    What the member withdrew from stays withdrawn. The account that was blocked for it may be debited again, once its
    owner signs anew. Raises NotFound, NothingToRestore or ProviderUnavailable.
    """
    with uow:
        payment = uow.payments.find(payment_id)
    if payment is None or payment.status is not Status.COMPLETED:
        raise NotFound()
    report = provider.report(payment.provider_id or "")
    with uow:
        uow.wallets.lock(payment.member_id)
        payment = uow.payments.get(payment_id)
        withdrawn = next(iter(uow.refunds.of_payments([payment_id])), None)
        credits = payment.returned_credits - (withdrawn.credits if withdrawn else 0)
        if credits <= 0 or not uow.payments.restore(payment, credits, _still_gone(payment, withdrawn, report)):
            raise NothingToRestore()
        wallet, debt = uow.wallets.credit(payment.member_id, credits)
        transfer_id = uuid5(payment_id, f"restored {uow.restorations.count(payment_id)}")
        uow.ledger.add_once(
            Transfer.leading_to(
                wallet, Kind.REVERSAL, transfer_id, credits=credits + debt, payment_id=payment_id, debt=debt
            )
        )
        uow.restorations.add(transfer_id, payment_id, payment.member_id, credits, by, why)
        unblocked = _unblock(uow, payment)
        uow.reconciliations.resolve(payment.provider_id or "", WON_BACK)
        tell_balance(uow, wallet)
        uow.commit()
    logger().warning("purchase_restored", payment_id=str(payment_id), credits=credits, by=by)
    return Restored(credits, wallet, unblocked)


def _still_gone(payment: Payment, withdrawn: Refund | None, report: Report | None) -> int:
    """Where the provider counts the money as back, a second chargeback is news; where not, the same sum is none."""
    told = report.returned_minor if report is not None else payment.returned_minor
    return min(payment.returned_minor, max(told, withdrawn.minor if withdrawn else 0))


def _unblock(uow: BillingUnitOfWork, payment: Payment) -> bool:
    if payment.saved_method_id is None:
        return False
    application = uow.direct_debits.find_by_saved_method(payment.saved_method_id)
    if application is None:
        return False
    account = uow.direct_debits.unblock("iban", application.iban)
    number = uow.direct_debits.unblock("phone", application.phone)
    return account or number
