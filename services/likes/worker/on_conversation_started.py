from uuid import UUID

from pairwise.chat.v1.events_pb2 import ConversationStarted

from likes.storage import LikesUnit


def on_conversation_started(uow: LikesUnit, event: ConversationStarted) -> None:
    uow.hidings.acquaint(UUID(event.starter_id), UUID(event.partner_id))
