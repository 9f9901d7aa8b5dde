from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import NotFound, Refusal, fault_point

from chat.domain.call import Call, CallKind, CallState
from chat.domain.conversation import conversation_of
from chat.domain.feed_event import call_events
from chat.errors import CallNotPossible, CreditsOwed, InAnotherCall, NotEnoughCredits
from chat.events.published import call_changed
from chat.ports import Billing
from chat.storage import ChatUnit
from chat.usecases.end_call import end_open_call


@dataclass(frozen=True)
class Ring:
    """A call as its caller's page asks for it, at the price of the caller's site."""

    caller_id: UUID
    callee_id: UUID
    kind: CallKind
    tab: UUID
    session_id: UUID
    credits: int


def ring_call(uow: ChatUnit, billing: Billing, ring: Ring) -> Call:
    """Ring on all pages of the partner. A repeat by the same page returns the same call.

    Each member has at most one open call, by a primary key: of two who call each other at once one gets through, and
    the other is refused and rings. Raises NotFound, the refusals of `check_callable`, InAnotherCall, and
    NotEnoughCredits and CreditsOwed of a caller who could not pay.
    """
    if ring.caller_id == ring.callee_id:
        raise NotFound()
    with uow.reading() as before:
        check_callable(before, ring.caller_id, ring.callee_id)
    if ring.credits:
        wallet = billing.wallet(ring.caller_id)
        if wallet.debt:
            raise CreditsOwed()
        if wallet.balance < ring.credits:
            raise NotEnoughCredits()
    with uow:
        # Checked again once nothing can part the two any more without finding this call.
        uow.calls.lock_members(ring.caller_id, ring.callee_id)
        check_callable(uow, ring.caller_id, ring.callee_id)
        conversation_id = conversation_of(ring.caller_id, ring.callee_id)
        if _has_muted(uow, conversation_id, ring.caller_id) and uow.calls.open_of(ring.caller_id) is None:
            end_open_call(uow, ring.callee_id, ring.caller_id)  # which rings unheard
        call = uow.calls.ring(
            conversation_id,
            ring.caller_id,
            ring.callee_id,
            ring.kind,
            ring.tab,
            ring.session_id,
            ring.credits,
            is_heard=not _has_muted(uow, conversation_id, ring.callee_id),
        )
        if call is not None:
            uow.announce(call_changed(call))
            uow.feed.append(call_events(call))
            fault_point("chat.call.rings")
            uow.commit()
            return call
    with uow.reading() as after:
        own = after.calls.open_of(ring.caller_id)
    if own is None:
        raise CallNotPossible()
    is_repeat = (own.callee_id, own.kind, own.caller_tab) == (ring.callee_id, ring.kind, ring.tab)
    if is_repeat and own.state is CallState.RINGING:
        return own
    raise InAnotherCall()


def _has_muted(uow: ChatUnit, conversation_id: UUID, member_id: UUID) -> bool:
    participant = uow.conversations.participant(conversation_id, member_id)
    return participant is not None and participant.is_muted


def check_callable(uow: ChatUnit, member_id: UUID, partner_id: UUID) -> None:
    """Raise the refusal if these two cannot have a call with each other now.

    Raises NotFound without a conversation, the refusals of `ContactPermission.check_contact` of the member, and for all
    that concerns the partner alone CallNotPossible, which does not say what it is.
    """
    conversation_id = conversation_of(member_id, partner_id)
    if uow.conversations.participant(conversation_id, member_id) is None:
        raise NotFound()
    uow.sends.permission(member_id, partner_id).check_contact(partner_id)
    try:
        uow.sends.permission(partner_id, member_id).check_contact(member_id)
    except Refusal:
        raise CallNotPossible() from None
    consents = uow.calls.consents(conversation_id)
    both_consent = len(consents) == 2 and all(consents.values())
    if not (both_consent and uow.members.is_visible(partner_id, member_id)):
        raise CallNotPossible()
