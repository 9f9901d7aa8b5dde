from uuid import UUID

from shared.kit.core import NotFound

from chat.storage import ChatUnit
from chat.storage.found_messages import Hit

PAGE = 50


def search_messages(
    uow: ChatUnit, history_months: int, member_id: UUID, conversation_id: UUID, words: str, before: int | None
) -> tuple[list[Hit], int | None]:
    """Messages of a conversation with these words, the newest first, as the member sees them: none removed, taken back
    or older than the site shows.

    Returns a page and the seq before which the next one begins, None at the end. A page may be empty before the end.
    Raises NotFound for a conversation of others, and the refusals of a block.
    """
    with uow.reading() as uow:
        participant = uow.conversations.participant(conversation_id, member_id)
        if participant is None:
            raise NotFound()
        uow.sends.permission(member_id, participant.partner_id).check_open(participant.partner_id)
        return uow.found_messages.page(participant, history_months, " ".join(words.split()), before, PAGE)
