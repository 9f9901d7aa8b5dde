"""Handlers of profiles' events."""

from uuid import UUID

from pairwise.profiles.v1.events_pb2 import (
    MemberBlocked,
    MemberModerated,
    MemberUnblocked,
    MemberUnmatched,
    ProfileChanged,
    VisibilityChanged,
)
from shared.kit.events import Subscriptions

from chat.domain.conversation import conversation_of
from chat.domain.feed_event import change_event
from chat.storage import ChatUnit
from chat.usecases.end_call import end_contact, end_open_call
from chat.wiring import Wiring

subscriptions = Subscriptions[Wiring]()

# The measures that close an account, or open it again.
CLOSING, DECIDING = {"hide", "suspend"}, {"hide", "suspend", "lift"}


@subscriptions.on(ProfileChanged)
def rename(uow: ChatUnit, event: ProfileChanged, _: Wiring) -> None:
    uow.members.rename(UUID(event.member_id), event.name)
    if event.fictional:
        uow.members.become_fictional(UUID(event.member_id))


@subscriptions.on(MemberBlocked, alone=True)
def block(uow: ChatUnit, event: MemberBlocked, _: Wiring) -> None:
    blocker_id, blocked_id = UUID(event.blocker_id), UUID(event.blocked_id)
    end_contact(uow, blocker_id, blocked_id)
    uow.members.block(blocker_id, blocked_id)
    _notify_both(uow, blocker_id, blocked_id)


@subscriptions.on(MemberUnblocked)
def unblock(uow: ChatUnit, event: MemberUnblocked, _: Wiring) -> None:
    blocker_id, blocked_id = UUID(event.blocker_id), UUID(event.blocked_id)
    uow.members.unblock(blocker_id, blocked_id)
    _notify_both(uow, blocker_id, blocked_id)


@subscriptions.on(MemberUnmatched, alone=True)
def unmatch(uow: ChatUnit, event: MemberUnmatched, _: Wiring) -> None:
    """Remove the messages so far for both; the block hides a message that is being sent meanwhile."""
    one, other = UUID(event.member_id), UUID(event.unmatched_id)
    end_contact(uow, one, other)
    conversation_id = conversation_of(one, other)
    for member_id in (one, other):
        if participant := uow.conversations.lock(conversation_id, member_id):
            uow.conversations.remove(participant, member_id)
    _notify_both(uow, one, other)


@subscriptions.on(VisibilityChanged, alone=True)
def show(uow: ChatUnit, event: VisibilityChanged, _: Wiring) -> None:
    member_id = UUID(event.member_id)
    if event.hidden:
        end_open_call(uow, member_id)
    # Partners are notified of moderation decisions only: invisible members stay visible to their conversation partners.
    if uow.members.is_hidden(member_id) != event.hidden:
        uow.status_changes.note(member_id)
    uow.members.show(member_id, is_invisible=event.invisible, is_hidden=event.hidden, hides_reads=event.hides_reads)


@subscriptions.on(MemberModerated)
def follow_fraud(uow: ChatUnit, event: MemberModerated, _: Wiring) -> None:
    """Warn the partners of a member whose account is closed for fraud, until that is lifted."""
    if event.measure not in DECIDING:
        return
    member_id, is_fraud = UUID(event.member_id), event.measure in CLOSING and event.reason == "fraud"
    if uow.fraud_notices.note(member_id, UUID(event.decision_id), event.number, is_fraud=is_fraud):
        uow.members.close_for_fraud(member_id, is_closed=is_fraud)
        # Open pages of the conversations show the banner, or no more.
        uow.status_changes.note(member_id)


def _notify_both(uow: ChatUnit, blocker_id: UUID, blocked_id: UUID) -> None:
    conversation_id = conversation_of(blocker_id, blocked_id)
    if uow.conversations.participant(conversation_id, blocker_id):
        uow.feed.append([change_event(blocker_id, conversation_id), change_event(blocked_id, conversation_id)])
