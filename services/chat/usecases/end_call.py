"""Ends of calls: by a member, by the clock, and by what parts the two."""

from collections.abc import Callable
from uuid import UUID

from shared.kit.core import NotFound, fault_point

from chat.domain.call import Call, CallState
from chat.domain.conversation import conversation_of
from chat.domain.feed_event import FeedEvent, call_events, update_events
from chat.domain.message import Draft, Kind
from chat.events.published import call_changed
from chat.storage import ChatUnit

AT_ONCE = 100


def end_call(uow: ChatUnit, member_id: UUID, call_id: UUID) -> None:
    """End a call: the caller cancels it, the called member refuses it, or either hangs up. A repeat changes nothing.

    Raises NotFound for a call of others.
    """
    with uow:
        if uow.calls.of_party(call_id, member_id) is None:
            raise NotFound()
        if call := uow.calls.lock(call_id):
            close_call(uow, call, member_id)
            uow.commit()


def close_call(uow: ChatUnit, call: Call, ended_by: UUID | None = None, *, fails: bool = False) -> None:
    """End a call whose row lock is held, in the caller's transaction, and show its end in the conversation."""
    closed = uow.calls.close(call, CallState.FAILED if fails else call.ending_of(ended_by), ended_by)
    if call.state is CallState.RINGING:
        uow.announce(call_changed(closed))
    events = call_events(closed)
    message = uow.calls.update_line(closed)
    if message is not None:
        events += update_events(message, closed.caller_id, closed.callee_id)
    elif closed.state is not CallState.FAILED:
        events += post_line(uow, closed)
    uow.feed.append(events)


def post_line(uow: ChatUnit, call: Call) -> list[FeedEvent]:
    """Post the message about the call, under the call's id. Returns the events, which are appended last."""
    draft = Draft(call.id, call.caller_id, call.callee_id, "", Kind.CALL)
    [(_, slot)] = uow.sends.reserve_slots([draft])
    message = uow.calls.post_line(draft, slot, call)
    return [
        FeedEvent(call.callee_id, "message", call.caller_id, message),
        FeedEvent(call.caller_id, "message", call.callee_id, message),
    ]


def end_due_calls(unit_of_work: Callable[[], ChatUnit]) -> int:
    """End the calls whose time is over: unanswered, not connected, or not heard of. Returns how many were.

    Works from the rows alone, so the end of a call outlives the process that began it.
    """
    return next((done for done in range(AT_ONCE) if not _end_next(unit_of_work)), AT_ONCE)


def _end_next(unit_of_work: Callable[[], ChatUnit]) -> bool:
    with unit_of_work() as uow:
        call = uow.calls.lock_due()
        if call is None:
            return False
        close_call(uow, call)
        fault_point("chat.call.before_commit")
        uow.commit()
    return True


def end_call_of_session(uow: ChatUnit, session_id: UUID) -> None:
    """End the call that is bound to a page of this session, in the caller's transaction. Others of the member go on."""
    if call := uow.calls.lock_of_session(session_id):
        close_call(uow, call)


def end_contact(uow: ChatUnit, member_id: UUID, partner_id: UUID) -> None:
    """End the call of these two and the consent of both, in the caller's transaction: contact begins without it again.

    Call it before anything else is locked.
    """
    end_open_call(uow, member_id, partner_id)
    uow.calls.end_consent(conversation_of(member_id, partner_id))


def end_open_call(uow: ChatUnit, member_id: UUID, partner_id: UUID | None = None) -> None:
    """End the member's open call, with this partner if one is given, in the caller's transaction.

    A call that begins meanwhile waits for the commit and sees what has changed. Call it before anything else is locked.
    """
    uow.calls.lock_members(member_id)
    if call := uow.calls.lock_open(member_id, partner_id):
        close_call(uow, call)
