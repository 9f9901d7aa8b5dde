from uuid import UUID

from pairwise.chat.v1.events_pb2 import ConversationStarted
from servicekit.identifiers import new_id

from notifications.domain.mail import Mail, Template
from notifications.domain.push import LOOKS_AT_IT, News, Notice
from notifications.storage import NotificationsUnit


def on_conversation_started(uow: NotificationsUnit, event: ConversationStarted) -> None:
    """The first message is told by mail and push; what it says stays on the site."""
    member_id, about_id = UUID(event.partner_id), UUID(event.starter_id)
    uow.mails.queue(
        Mail(
            id=new_id(),
            member_id=member_id,
            template=Template.NEW_MESSAGE,
            about_id=about_id,
            params={"conversation_id": event.conversation_id},
        )
    )
    uow.pushes.queue(News(member_id, Notice.CONVERSATION, about_id, UUID(event.conversation_id), LOOKS_AT_IT))
