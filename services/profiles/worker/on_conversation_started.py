from uuid import UUID

from pairwise.chat.v1.events_pb2 import ConversationStarted

from profiles.storage import ProfilesUnit


def on_conversation_started(uow: ProfilesUnit, event: ConversationStarted) -> None:
    """From now on the two see each other even when invisible."""
    one, other = UUID(event.starter_id), UUID(event.partner_id)
    if not (uow.profiles.is_erased(one) or uow.profiles.is_erased(other)):
        uow.profiles.acquaint(one, other)
