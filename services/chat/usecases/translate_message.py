import asyncio
from uuid import UUID

from shared.kit.core import NotFound

from chat.domain.message import Message
from chat.errors import MessageRetracted
from chat.ports import Translation, Translator
from chat.storage import ChatUnit


async def translate_message(
    uow: ChatUnit,
    translator: Translator,
    months: int,
    member_id: UUID,
    message_id: UUID,
    *,
    source: str | None,
    target: str,
) -> Translation:
    """Translate a received message. Nothing is stored, and the sender is not notified.

    Raises NotFound for every message whose words the member did not receive, MessageRetracted, the refusals of
    `ContactPermission.check_open`, and those of the translator.
    """
    message = await asyncio.to_thread(_received, uow, months, member_id, message_id)
    translation = await translator.translate(message.text, reader_id=member_id, source=source, target=target)
    # Seconds have passed, in which the message may have been taken back, and the member blocked.
    await asyncio.to_thread(_received, uow, months, member_id, message_id)
    return translation


def _received(uow: ChatUnit, months: int, member_id: UUID, message_id: UUID) -> Message:
    with uow.reading() as uow:
        conversation_id = uow.messages.conversation_of(message_id)
        participant = uow.conversations.participant(conversation_id, member_id) if conversation_id else None
        if participant is None:
            raise NotFound()
        uow.sends.permission(member_id, participant.partner_id).check_open(participant.partner_id)
        message = uow.messages.shown(participant, months, message_id)
    if message is not None and message.retracted_at:
        raise MessageRetracted()
    if message is None or message.sender_id == member_id or not message.text:
        raise NotFound()
    return message
