"""Settling charges: by MessageSent, or by asking chat, a charge is either confirmed or refunded."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from uuid import UUID

from shared.kit.core import Unavailable, fault_point, logger

from billing.domain.transfer import PostedMessage, Transfer, TransferKind, refund_key, refund_of
from billing.events.published import credits_changed
from billing.ports import Sends
from billing.storage import BillingUnit
from billing.usecases.derive_transfer import find_unmade

# After this long without MessageSent chat is asked about the message.
MESSAGE_EXPECTED_WITHIN = timedelta(seconds=30)
BATCH = 100
ASK_AGAIN_AFTER = timedelta(seconds=30)


def confirm_charges(uow: BillingUnit, messages: Sequence[PostedMessage]) -> None:
    """Confirm the charges of posted messages, and announce the balances they left, in the caller's transaction.

    The posted billable items are recorded; the auditor compares them with the charges. A message that is confirmed
    again has no effect.
    """
    recorded = uow.settlements.record_posted(messages)
    # A charge announces nothing itself: copies of the wallet follow with its message, or with its refund. One event for
    # all messages of a member in a batch.
    for wallet in uow.wallets.find_all(set(recorded.values())) if recorded else ():
        uow.announce(credits_changed(wallet))
    for message in messages:
        refunds = [] if message.id in recorded else uow.ledger.made_for(refund_key(message.id))
        if any(refund.kind is TransferKind.REFUND for refund in refunds):
            # Chat refused it for ever and posted it all the same: an error in chat.
            logger().error("message_posted_after_its_refund", charge_id=str(message.id))


def refund_charge(uow: BillingUnit, charge_id: UUID) -> None:
    """Refund a charge whose message will never be posted, once, in the caller's transaction."""
    if uow.settlements.settle(charge_id):
        _refund_once(uow, uow.ledger.get_charge(charge_id), TransferKind.REFUND)


def refund_undelivered(uow: BillingUnit, charge_id: UUID) -> None:
    """Refund a message whose recipient left before reading it, once, in the caller's transaction.

    MessageSent may arrive before or after. A message without a charge was never paid for: it came with imported or
    demonstration members."""
    charge = uow.ledger.find(charge_id)
    if charge is None or charge.kind is not TransferKind.MESSAGE:
        return
    uow.settlements.settle(charge_id)
    _refund_once(uow, charge, TransferKind.UNDELIVERED)


def _refund_once(uow: BillingUnit, charge: Transfer, kind: TransferKind) -> None:
    # Of two transactions that refund the same charge, the second sees the first.
    uow.wallets.lock(charge.member_id)
    if (cause := find_unmade(uow, refund_of(charge, kind))) is None:
        return
    wallet, debt = uow.wallets.credit(charge.member_id, cause.credits, cause.free_messages)
    refund = cause.leading_to(wallet, debt)
    uow.ledger.add(refund, cause)
    uow.settlements.record_refunded(charge.id, charge.member_id, refund.id)
    uow.announce(credits_changed(wallet))


def settle_overdue_charges(unit_of_work: Callable[[], BillingUnit], sends: Sends) -> int:
    """Ask chat about charges without MessageSent. Returns the number of settled ones.

    Takes no lock during the call: the answer is final and the same for every caller.
    """
    with unit_of_work() as uow:
        uow.settlements.note_overdue(MESSAGE_EXPECTED_WITHIN)
        overdue = uow.settlements.claim_overdue(BATCH, ASK_AGAIN_AFTER)
        uow.commit()
    settled = 0
    for charge_id in overdue:
        try:
            was_posted = sends.was_posted(charge_id)
        except Unavailable:
            logger().warning("charges_wait_for_chat", waiting=len(overdue) - settled)
            return settled
        fault_point("billing.settle.asked")
        with unit_of_work() as uow:
            if was_posted:
                confirm_charges(uow, [PostedMessage(charge_id, uow.ledger.get_charge(charge_id).member_id)])
            else:
                refund_charge(uow, charge_id)
            fault_point("billing.settle.before_commit")
            uow.commit()
            fault_point("billing.settle.committed")
        settled += 1
    return settled
