from uuid import UUID

from pairwise.chat.v1.events_pb2 import ConversationStarted
from servicekit.identifiers import new_id

from notifications.domain.mail import Mail, Template
from notifications.storage import NotificationsUnit


def on_conversation_started(uow: NotificationsUnit, event: ConversationStarted) -> None:
    """The first message is told by mail; who reads is told of the others by the page."""
    uow.mails.queue(
        Mail(
            id=new_id(),
            member_id=UUID(event.partner_id),
            template=Template.NEW_MESSAGE,
            about_id=UUID(event.starter_id),
            params={"conversation_id": event.conversation_id},
        )
    )
