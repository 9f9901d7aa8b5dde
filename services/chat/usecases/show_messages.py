from collections.abc import Sequence
from uuid import UUID

from servicekit.errors import Invalid

from chat.domain.message import Message
from chat.ports import ChatUnitOfWork

MOST = 20


def show_messages(uow: ChatUnitOfWork, member_id: UUID, partner_id: UUID, message_ids: Sequence[UUID]) -> list[Message]:
    """Those of these messages that the member has with this partner, in order: proof for a complaint.

    The desk may look at the photos among them from now on.
    """
    if len(message_ids) > MOST:
        raise Invalid(field="message_ids")
    with uow:
        shown = uow.messages.between(member_id, partner_id, message_ids)
        if photos := [message.id for message in shown if message.photo]:
            uow.photos.show_as_proof(photos)
            uow.commit()
    return shown
