"""Transfers that follow from a fact: a refund, a purchase, a reversal, a reward. Each is made once for its cause."""

from prometheus_client import Counter
from shared.kit.core import logger

from billing.domain.transfer import Cause
from billing.storage import BillingUnit

differences = Counter(
    "billing_transfer_differences_total", "Transfers found in place of one that follows from a fact, and differ from it"
)


def find_unmade(uow: BillingUnit, cause: Cause) -> Cause | None:
    """The cause to make the transfer for; None when it is made already.

    The caller holds the lock of the wallet, so of two transactions with one cause the second finds the transfer of the
    first. A row that is found counts only if it is the same movement of the same member: another one is an alarm, and
    the right transfer is made all the same, under a cause of its own.
    """
    while found := uow.ledger.made_for(cause.key):
        if any(cause.explains(transfer) for transfer in found):
            return None
        differences.inc()
        logger().error(
            "transfer_differs_from_its_cause",
            transfer_id=str(found[0].id),
            kind=cause.kind.value,
            member_id=str(cause.member_id),
            payment_id=str(cause.payment_id),
        )
        cause = cause.again()
    return cause
