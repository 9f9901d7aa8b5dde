from collections.abc import Sequence
from uuid import UUID

from shared.kit.core import NotFound

from chat.domain.desk_reading import DeskConversation, DeskPage
from chat.storage import ChatUnit

MOST_CONVERSATIONS, PAGE = 100, 50


def list_for_desk(uow: ChatUnit, member_id: UUID) -> Sequence[DeskConversation]:
    """The newest conversations of a member, without their messages."""
    with uow.reading() as reads:
        return reads.desk_reading.conversations_of(member_id, MOST_CONVERSATIONS)


def read_for_desk(uow: ChatUnit, member_id: UUID, conversation_id: UUID, before_seq: int | None) -> DeskPage:
    """A page of a member's conversation. Raises NotFound when it is not the member's.

    Photos and voice messages do not become evidence by it, and what was taken back stays sealed.
    """
    with uow.reading() as reads:
        participant = reads.conversations.participant(conversation_id, member_id)
        if participant is None:
            raise NotFound()
        found = list(reads.desk_reading.messages(conversation_id, before_seq, PAGE + 1))
    page = found[-PAGE:]
    return DeskPage(participant.partner_id, page, page[0].seq if len(found) > PAGE else None)
