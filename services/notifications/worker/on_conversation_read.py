from uuid import UUID

from pairwise.chat.v1.events_pb2 import ConversationRead

from notifications.storage import NotificationsUnit


def on_conversation_read(uow: NotificationsUnit, event: ConversationRead) -> None:
    """Who has read needs neither push nor mail any more."""
    reader = UUID(event.reader_id)
    uow.unreads.note_read(reader, UUID(event.conversation_id), event.read_seq)
    uow.activities.note({reader: uow.now()})
