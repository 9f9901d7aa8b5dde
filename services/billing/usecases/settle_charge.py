"""A charge and its message stand or fall together: heard of, or asked for, it is settled one way or the other."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from uuid import UUID

from servicekit.errors import Unavailable
from servicekit.faults import point
from servicekit.logs import logger

from billing.domain.transfer import Kind, Posted, Transfer, refund_id
from billing.ports import BillingUnitOfWork, Sends
from billing.usecases.tell_balance import tell_balance

BATCH = 100
ASK_AGAIN_AFTER = timedelta(seconds=30)


def keep_charges(uow: BillingUnitOfWork, messages: Sequence[Posted]) -> None:
    """These messages were posted: their charges stand, in the caller's transaction.

    What was posted is noted where it is known, and the auditor compares it with what was paid for.
    """
    waited = uow.ledger.settle([message.id for message in messages])
    uow.ledger.note_posted(messages)
    for message in messages:
        refund = None if message.id in waited else uow.ledger.find(refund_id(message.id))
        if refund is not None and refund.kind is Kind.REFUND:
            # Chat promised never to post it. Someone has to look at why it did.
            logger().error("message_posted_after_its_refund", charge_id=str(message.id))


def withdraw_charge(uow: BillingUnitOfWork, charge_id: UUID) -> None:
    """Its message will never be posted: give back what was paid for it, once, in the caller's transaction."""
    if not uow.ledger.settle([charge_id]):
        return
    _give_back(uow, uow.ledger.get(charge_id), Kind.REFUND)


def give_back_undelivered(uow: BillingUnitOfWork, charge_id: UUID) -> None:
    """The message was posted, and its recipient was gone before reading it: give back what it cost, once, in the
    caller's transaction. Whether we have heard that it was posted does not matter."""
    if (charge := uow.ledger.find(charge_id)) is None:
        return  # it was never paid for: messages that came with imported or demonstration members
    uow.ledger.settle([charge_id])
    # Of two who give back the same, the second sees what the first did.
    uow.wallets.lock(charge.member_id)
    if uow.ledger.find(refund_id(charge_id)) is None:
        _give_back(uow, charge, Kind.UNDELIVERED)


def _give_back(uow: BillingUnitOfWork, charge: Transfer, kind: Kind) -> None:
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
    uow.ledger.note_given_back(charge.id, charge.member_id)
    tell_balance(uow, wallet)


def settle_overdue_charges(unit_of_work: Callable[[], BillingUnitOfWork], sends: Sends) -> int:
    """Ask chat about every charge whose message nobody told us of. Returns how many were settled.

    Nothing is locked while chat is asked: its answer is final, so whoever else asks gets the same.
    """
    with unit_of_work() as uow:
        overdue = uow.ledger.claim_overdue(BATCH, ASK_AGAIN_AFTER)
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
                keep_charges(uow, [Posted(charge_id, uow.ledger.get(charge_id).member_id)])
            else:
                withdraw_charge(uow, charge_id)
            point("billing.settle.before_commit")
            uow.commit()
            point("billing.settle.committed")
        settled += 1
    return settled
