from uuid import UUID

from shared.kit.core import NotFound, Refusal, fault_point

from chat.domain.call import Call
from chat.domain.feed_event import balance_event, call_events
from chat.domain.message import Draft, Kind
from chat.errors import CallOver
from chat.ports import Billing
from chat.storage import ChatUnit
from chat.storage.wallets import WalletCopy
from chat.usecases.answer_call import check_or_close
from chat.usecases.end_call import close_call


def report_connected(uow: ChatUnit, billing: Billing, member_id: UUID, call_id: UUID, tab: UUID) -> Call:
    """Note that this page receives its partner, and charge the caller once both do. Repeated while the call lasts.

    The id of the call is the id of the charge, so it is charged once however often this is repeated, at the price that
    the caller was shown when it rang. A call that ends
    between its charge and the note of it was never connected: `settle_send` says so, and billing refunds it. Nobody is
    charged for a call that one of the two pages has not reported. Raises NotFound, CallOver, the refusals of
    `check_callable`, which end the call, PaymentRequired to the caller, which ends it too, and Unavailable.
    """
    with uow:
        if uow.calls.of_party(call_id, member_id) is None:
            raise NotFound()
        call = uow.calls.report_connected(call_id, member_id, tab)
        if call is None:
            raise CallOver()
        check_or_close(uow, call, member_id)
        uow.commit()
    if call.connected_at or not call.is_connected:
        return call
    return _connect(uow, billing, call, member_id)


def _connect(uow: ChatUnit, billing: Billing, call: Call, member_id: UUID) -> Call:
    wallet = None
    if call.credits:
        draft = Draft(call.id, call.caller_id, call.callee_id, "", Kind.CALL, agreed_credits=call.credits)
        [outcome] = billing.charge_many([draft])
        fault_point("chat.call.charged")
        if isinstance(outcome, Refusal):
            _fail(uow, call)
            # The called member learns nothing of the caller's wallet.
            raise outcome if member_id == call.caller_id else CallOver()
        _, wallet = outcome
    with uow:
        held = uow.calls.lock(call.id)
        # `settle_send` takes the same advisory lock: it was first, and the charge is refunded, or finds the call
        # connected.
        if held is None or uow.sends.lock_outcome(call.id).is_withdrawn:
            raise CallOver()
        connected = uow.calls.connect(call.id) or held
        events = call_events(connected)
        if wallet is not None:
            copy = WalletCopy(call.caller_id, wallet.balance, wallet.free_messages_left, wallet.version)
            events += [
                balance_event(each.member_id, each.credits, each.version, is_premium=each.is_premium)
                for each in uow.wallets.copy_all([copy])
            ]
        uow.feed.append(events)
        uow.commit()
    return connected


def _fail(uow: ChatUnit, call: Call) -> None:
    with uow:
        if held := uow.calls.lock(call.id):
            close_call(uow, held, fails=True)
            uow.commit()
