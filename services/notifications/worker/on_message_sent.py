from datetime import UTC
from uuid import UUID

from pairwise.chat.v1.events_pb2 import MessageSent

from notifications.domain.push import LASTS, LOOKS_AT_IT, Notice
from notifications.storage import NotificationsUnit


def on_message_sent(uow: NotificationsUnit, event: MessageSent) -> None:
    sent_at, now = event.sent_at.ToDatetime(UTC), uow.now()
    if now - sent_at > LASTS:
        return  # told again after a stream was lost: nobody wants yesterday's news
    recipient, sender = UUID(event.recipient_id), UUID(event.sender_id)
    conversation_id = UUID(event.conversation_id)
    uow.unreads.note(recipient, conversation_id, sender, event.seq)
    uow.activities.note(sender, sent_at)
    if event.seq > 1:  # the first one is told by ConversationStarted
        uow.pushes.queue(recipient, Notice.MESSAGE, about_id=sender, conversation_id=conversation_id, wait=LOOKS_AT_IT)
