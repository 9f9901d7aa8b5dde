"""Handlers of chat's events."""

from collections.abc import Sequence
from datetime import UTC
from uuid import UUID, uuid5

from pairwise.chat.v1.events_pb2 import (
    CallChanged,
    ConversationMuted,
    ConversationRead,
    ConversationStarted,
    FraudContactsFound,
    MessageSent,
)
from shared.kit.core import new_id
from shared.kit.events import Subscriptions

from notifications.domain.email import Email
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.push import READ_DELAY, PushRequest
from notifications.domain.push_kinds import EXPIRES_AFTER, RINGS_FOR, PushKind
from notifications.storage import NotificationsUnit
from notifications.storage.unreads import ReceivedMessage
from notifications.wiring import Wiring

ENDS_RING = {"answered": PushKind.ANSWERED_CALL, "refused": PushKind.REFUSED_CALL}

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(ConversationStarted)
def queue_first_message(uow: NotificationsUnit, event: ConversationStarted, wiring: Wiring) -> None:
    member_id, about_id = UUID(event.partner_id), UUID(event.starter_id)
    uow.emails.queue(
        Email(
            id=new_id(),
            member_id=member_id,
            template=EmailTemplate.NEW_MESSAGE,
            about_id=about_id,
            params={"conversation_id": event.conversation_id},
        )
    )
    uow.pushes.queue(PushRequest(member_id, PushKind.CONVERSATION, about_id, UUID(event.conversation_id), READ_DELAY))


@subscriptions.on_batch(MessageSent)
def record_messages(uow: NotificationsUnit, events: Sequence[MessageSent], wiring: Wiring) -> None:
    # A stream that was lost is published again from the database; its old messages are no news any more.
    oldest = uow.now() - EXPIRES_AFTER
    fresh = [event for event in events if event.sent_at.ToDatetime(UTC) >= oldest]
    if not fresh:
        return
    uow.unreads.record(
        [
            ReceivedMessage(UUID(event.recipient_id), UUID(event.conversation_id), UUID(event.sender_id), event.seq)
            for event in fresh
        ]
    )
    uow.activities.record({UUID(event.sender_id): event.sent_at.ToDatetime(UTC) for event in fresh})
    # ConversationStarted queues the push of the first message.
    if pushes := [_push(event) for event in fresh if event.seq > 1]:
        uow.pushes.queue(*pushes)


@subscriptions.on(ConversationRead)
def mark_read(uow: NotificationsUnit, event: ConversationRead, wiring: Wiring) -> None:
    """Cancel pending notifications for a conversation once it has been read."""
    reader = UUID(event.reader_id)
    uow.unreads.mark_read(reader, UUID(event.conversation_id), event.read_seq)
    uow.activities.record({reader: uow.now()})


@subscriptions.on(ConversationMuted)
def mute(uow: NotificationsUnit, event: ConversationMuted, wiring: Wiring) -> None:
    """Cancel pending notifications of a conversation that was muted, and record no new ones."""
    member_id, conversation_id = UUID(event.member_id), UUID(event.conversation_id)
    if event.is_muted:
        uow.unreads.mute(member_id, conversation_id)
    else:
        uow.unreads.unmute(member_id, conversation_id)


@subscriptions.on(CallChanged)
def push_call(uow: NotificationsUnit, event: CallChanged, wiring: Wiring) -> None:
    """Push a call that rings, and in its place that it was missed. That it was answered or refused is pushed only where
    it rings: the member's other devices end it."""
    callee_id, caller_id, conversation_id = UUID(event.callee_id), UUID(event.caller_id), UUID(event.conversation_id)
    age = uow.now() - event.rang_at.ToDatetime(UTC)
    if event.state == "ringing" and age < RINGS_FOR:
        uow.pushes.queue(PushRequest(callee_id, PushKind.CALL, caller_id, conversation_id))
    elif event.state == "missed" and age < EXPIRES_AFTER:
        uow.pushes.queue(PushRequest(callee_id, PushKind.MISSED_CALL, caller_id, conversation_id))
    elif event.state in ENDS_RING:
        if uow.pushes.has_rung(callee_id, conversation_id):
            uow.pushes.queue(PushRequest(callee_id, ENDS_RING[event.state], caller_id, conversation_id))
        else:
            uow.pushes.cancel_ring(callee_id, conversation_id)


@subscriptions.on(FraudContactsFound)
def warn_of_fraud(uow: NotificationsUnit, event: FraudContactsFound, wiring: Wiring) -> None:
    """Warn each contact by email, once for a decision: the email's id is a hash of decision and member."""
    decision_id, fraudster_id = UUID(event.decision_id), UUID(event.fraudster_id)
    for contact in event.contacts:
        uow.emails.queue(
            Email(
                id=uuid5(decision_id, contact.member_id),
                member_id=UUID(contact.member_id),
                about_id=fraudster_id,
                template=EmailTemplate.FRAUD_WARNING,
                params={"conversation_id": contact.conversation_id},
            )
        )


def _push(event: MessageSent) -> PushRequest:
    recipient_id, sender_id = UUID(event.recipient_id), UUID(event.sender_id)
    return PushRequest(recipient_id, PushKind.MESSAGE, sender_id, UUID(event.conversation_id), READ_DELAY)
