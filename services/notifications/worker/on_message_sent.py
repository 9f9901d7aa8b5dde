from collections.abc import Sequence
from datetime import UTC
from uuid import UUID

from pairwise.chat.v1.events_pb2 import MessageSent

from notifications.domain.push import LASTS, LOOKS_AT_IT, News, Notice
from notifications.storage import NotificationsUnit
from notifications.storage.unreads import Received


def on_messages_sent(uow: NotificationsUnit, events: Sequence[MessageSent]) -> None:
    # Those told again after a stream was lost are left out: nobody wants yesterday's news.
    oldest = uow.now() - LASTS
    fresh = [event for event in events if event.sent_at.ToDatetime(UTC) >= oldest]
    if not fresh:
        return
    uow.unreads.note([_received(event) for event in fresh])
    uow.activities.note({UUID(event.sender_id): event.sent_at.ToDatetime(UTC) for event in fresh})
    # The first one is told by ConversationStarted.
    if pushes := [_push(event) for event in fresh if event.seq > 1]:
        uow.pushes.queue(*pushes)


def _received(event: MessageSent) -> Received:
    return Received(UUID(event.recipient_id), UUID(event.conversation_id), UUID(event.sender_id), event.seq)


def _push(event: MessageSent) -> News:
    return News(
        UUID(event.recipient_id), Notice.MESSAGE, UUID(event.sender_id), UUID(event.conversation_id), LOOKS_AT_IT
    )
