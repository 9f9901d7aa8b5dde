"""Settling charges: by MessageSent, or by asking chat, a charge is either confirmed or refunded."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from uuid import UUID

from shared.kit.errors import Unavailable
from shared.kit.faults import point
from shared.kit.logs import logger

from billing.domain.transfer import PostedMessage, Transfer, TransferKind, refund_id
from billing.events.published import credits_changed
from billing.ports import Sends
from billing.storage import BillingUnit

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
        refund = None if message.id in recorded else uow.ledger.find(refund_id(message.id))
        if refund is not None and refund.kind is TransferKind.REFUND:
            # Chat refused it for ever and posted it all the same: an error in chat.
            logger().error("message_posted_after_its_refund", charge_id=str(message.id))


def refund_charge(uow: BillingUnit, charge_id: UUID) -> None:
    """Refund a charge whose message will never be posted, once, in the caller's transaction."""
    if uow.settlements.settle(charge_id):
        _refund_once(uow, uow.ledger.get(charge_id), TransferKind.REFUND)


def refund_undelivered(uow: BillingUnit, charge_id: UUID) -> None:
    """Refund a message whose recipient left before reading it, once, in the caller's transaction.

    MessageSent may arrive before or after."""
    if (charge := uow.ledger.find(charge_id)) is None:
        return  # it was never paid for: messages that came with imported or demonstration members
    uow.settlements.settle(charge_id)
    _refund_once(uow, charge, TransferKind.UNDELIVERED)


def _refund_once(uow: BillingUnit, charge: Transfer, kind: TransferKind) -> None:
    # Of two transactions that refund the same charge, the second sees the first.
    uow.wallets.lock(charge.member_id)
    if uow.ledger.find(refund_id(charge.id)) is None:
        _give_back(uow, charge, kind)


def _give_back(uow: BillingUnit, charge: Transfer, kind: TransferKind) -> None:
    wallet, debt = uow.wallets.credit(charge.member_id, -charge.credits, -charge.free_messages)
    uow.ledger.add_once(
        Transfer.leading_to(
            wallet,
            kind,
            refund_id(charge.id),
            credits=debt - charge.credits,
            free_messages=-charge.free_messages,
            partner_id=charge.partner_id,
            debt=debt,
            purpose=charge.purpose,
            item=charge.item,
        )
    )
    uow.settlements.record_refunded(charge.id, charge.member_id)
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
        point("billing.settle.asked")
        with unit_of_work() as uow:
            if was_posted:
                confirm_charges(uow, [PostedMessage(charge_id, uow.ledger.get(charge_id).member_id)])
            else:
                refund_charge(uow, charge_id)
            point("billing.settle.before_commit")
            uow.commit()
            point("billing.settle.committed")
        settled += 1
    return settled
