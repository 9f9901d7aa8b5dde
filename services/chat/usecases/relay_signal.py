from uuid import UUID

from shared.kit.core import NotFound

from chat.domain.call import CallState
from chat.domain.call_signal import CallSignal, SignalKind
from chat.domain.relay import RelayMode
from chat.errors import CallOver
from chat.ports import Signals
from chat.storage import ChatUnit
from chat.usecases.ring_call import check_callable


def relay_signal(
    uow: ChatUnit, signals: Signals, mode: RelayMode, member_id: UUID, tab: UUID, call_id: UUID, kind: SignalKind,
    content: str,
) -> None:  # fmt: skip
    """Hand a signal of this page to the page of the partner that the call is bound to.

    At most once: pages repeat an offer without an answer. Raises NotFound, CallOver for a page that the call is not
    bound to and for one that is not answered, the refusals of `check_callable`, Invalid and Unavailable.
    """
    with uow.reading() as uow:
        call = uow.calls.of_party(call_id, member_id)
        if call is None:
            raise NotFound()
        partner_id = call.partner_of(member_id)
        to = call.tab_of(partner_id)
        if call.state is not CallState.ANSWERED or call.tab_of(member_id) != tab or to is None:
            raise CallOver()
        check_callable(uow, member_id, partner_id)
    signal = CallSignal(call_id, member_id, to, kind, content)
    signal.check(mode)
    signals.publish(partner_id, signal)
