from uuid import UUID

from chat.domain.conversation import conversation_of
from chat.ports import ChatUnitOfWork, Typing


def tell_typing(uow: ChatUnitOfWork, typing: Typing, member_id: UUID, partner_id: UUID) -> None:
    """Show the partner that somebody types, if they talk and may see each other. The answer tells nobody whether."""
    conversation_id = conversation_of(member_id, partner_id)
    with uow.reading() as uow:
        is_shown = uow.conversations.side(conversation_id, member_id) and uow.members.is_visible(partner_id, member_id)
    if is_shown:
        typing.tell(partner_id, member_id, conversation_id)
