from collections.abc import Sequence
from uuid import UUID

from servicekit.errors import Invalid

from chat.domain.message import Message
from chat.ports import ChatUnitOfWork

MOST = 20


def show_messages(
    reads: ChatUnitOfWork, member_id: UUID, partner_id: UUID, message_ids: Sequence[UUID]
) -> list[Message]:
    """Those of these messages that the member has with this partner, in order: proof for a complaint."""
    if len(message_ids) > MOST:
        raise Invalid(field="message_ids")
    with reads:
        return reads.messages.between(member_id, partner_id, message_ids)
