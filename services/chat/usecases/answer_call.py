from uuid import UUID

from shared.kit.core import NotFound, Refusal, fault_point

from chat.domain.call import Call, CallState
from chat.domain.feed_event import call_events
from chat.errors import CallOver, CallTaken
from chat.events.published import call_changed
from chat.storage import ChatUnit
from chat.usecases.end_call import close_call, post_line
from chat.usecases.ring_call import check_callable


def answer_call(uow: ChatUnit, member_id: UUID, call_id: UUID, tab: UUID, session_id: UUID) -> Call:
    """Answer a call on this page. Of several pages the first wins; a repeat by the same page returns the same.

    Raises NotFound for a call of others and for one's own, CallTaken, CallOver, and the refusals of `check_callable`,
    which end it.
    """
    with uow:
        call = uow.calls.of_party(call_id, member_id)
        if call is None or call.callee_id != member_id:
            raise NotFound()
        answered = uow.calls.answer(call_id, member_id, tab, session_id)
        if answered is not None:
            check_or_close(uow, answered, member_id)
            uow.announce(call_changed(answered))
            uow.feed.append([*post_line(uow, answered), *call_events(answered)])
            fault_point("chat.call.answered")
            uow.commit()
            return answered
    with uow.reading() as after:
        now = after.calls.of_party(call_id, member_id)
    if now is None or now.state is not CallState.ANSWERED:
        raise CallOver()
    if now.callee_tab != tab:
        raise CallTaken()
    return now


def check_or_close(uow: ChatUnit, call: Call, member_id: UUID) -> None:
    """Raise the refusal if the two cannot have a call any more, after ending it. The call's row lock is held."""
    try:
        check_callable(uow, member_id, call.partner_of(member_id))
    except Refusal:
        close_call(uow, call)
        uow.commit()
        raise
