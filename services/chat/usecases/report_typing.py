from uuid import UUID

from chat.domain.conversation import conversation_of
from chat.ports import Typing
from chat.storage import ChatUnit


def report_typing(uow: ChatUnit, typing: Typing, member_id: UUID, partner_id: UUID) -> None:
    """Show the partner that the member types, if they have a conversation and the member is visible.

    Returns the same whether it was shown or not.
    """
    conversation_id = conversation_of(member_id, partner_id)
    with uow.reading() as uow:
        is_shown = uow.conversations.participant(conversation_id, member_id) and uow.members.is_visible(
            partner_id, member_id
        )
    if is_shown:
        typing.publish(partner_id, member_id, conversation_id)
