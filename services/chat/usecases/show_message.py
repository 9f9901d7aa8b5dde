from uuid import UUID

from chat.domain.message import Message
from chat.storage import ChatUnit


def show_message(uow: ChatUnit, member_id: UUID, message: Message) -> Message:
    """A message just sent, with the one it answers. Reads nothing for a message that answers none."""
    if message.reply_to is None:
        return message
    with uow.reading() as uow:
        participant = uow.conversations.participant(message.conversation_id, member_id)
        return (participant and uow.messages.of(participant, message.id)) or message
