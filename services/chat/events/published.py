"""Events that chat publishes."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from pairwise.chat.v1.events_pb2 import (
    CallChanged,
    ConversationMuted,
    ConversationRead,
    ConversationStarted,
    EvidenceViewed,
    FictionalWritten,
    FraudContactsFound,
    MessageSent,
    MessageUndelivered,
)

from chat.domain.call import Call
from chat.domain.message import Message
from chat.storage.fraud_notices import Contact, FraudNotice


def message_sent(message: Message, recipient_id: UUID) -> MessageSent:
    return MessageSent(
        message_id=str(message.id),
        conversation_id=str(message.conversation_id),
        seq=message.seq,
        sender_id=str(message.sender_id),
        recipient_id=str(recipient_id),
        kind=message.kind,
        sent_at=message.sent_at,
        purpose=message.billable_item.purpose,
        item=message.billable_item.item or "",
    )


def message_undelivered(message: Message) -> MessageUndelivered:
    return MessageUndelivered(
        message_id=str(message.id), conversation_id=str(message.conversation_id), sender_id=str(message.sender_id)
    )


def conversation_started(conversation_id: UUID, starter_id: UUID, partner_id: UUID) -> ConversationStarted:
    return ConversationStarted(
        conversation_id=str(conversation_id), starter_id=str(starter_id), partner_id=str(partner_id)
    )


def conversation_read(conversation_id: UUID, reader_id: UUID, read_seq: int) -> ConversationRead:
    return ConversationRead(conversation_id=str(conversation_id), reader_id=str(reader_id), read_seq=read_seq)


def conversation_muted(conversation_id: UUID, member_id: UUID, *, is_muted: bool) -> ConversationMuted:
    return ConversationMuted(conversation_id=str(conversation_id), member_id=str(member_id), is_muted=is_muted)


def call_changed(call: Call) -> CallChanged:
    event = CallChanged(
        call_id=str(call.id),
        conversation_id=str(call.conversation_id),
        caller_id=str(call.caller_id),
        callee_id=str(call.callee_id),
        state=call.state,
    )
    event.rang_at.FromDatetime(call.rang_at)
    return event


def evidence_viewed(actor_id: UUID, message_id: UUID, pool: int, at: datetime) -> EvidenceViewed:
    event = EvidenceViewed(actor_id=str(actor_id), message_id=str(message_id), pool=pool)
    event.viewed_at.FromDatetime(at)
    return event


def fictional_written(
    actor_id: UUID, member_id: UUID, conversation_id: UUID, message_id: UUID | None, at: datetime
) -> FictionalWritten:
    """`message_id` of None for a conversation that was only opened."""
    event = FictionalWritten(
        actor_id=str(actor_id),
        member_id=str(member_id),
        conversation_id=str(conversation_id),
        message_id=str(message_id) if message_id else "",
    )
    event.at.FromDatetime(at)
    return event


def fraud_contacts_found(notice: FraudNotice, contacts: Sequence[Contact]) -> FraudContactsFound:
    return FraudContactsFound(
        decision_id=str(notice.decision_id),
        fraudster_id=str(notice.member_id),
        contacts=[
            FraudContactsFound.Contact(member_id=str(one.member_id), conversation_id=str(one.conversation_id))
            for one in contacts
        ],
    )
