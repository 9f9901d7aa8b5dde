from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from chat.domain.desk_reading import DeskConversation
from chat.domain.message import Message
from chat.storage.messages import removed_from
from chat.storage.stored import message_of
from chat.storage.tables import ConversationRow, MessageRow, ParticipationRow


class DeskReadingRepository:
    """Conversations as the moderation desk reads them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def conversations_of(self, member_id: UUID, limit: int) -> Sequence[DeskConversation]:
        """The newest first."""
        mine = (
            select(
                ConversationRow.id,
                ParticipationRow.partner_id,
                ConversationRow.last_seq,
                ConversationRow.last_message_at,
            )
            .join(ParticipationRow, ParticipationRow.conversation_id == ConversationRow.id)
            .where(ParticipationRow.member_id == member_id)
        )
        rows = self._session.execute(mine.order_by(ConversationRow.last_message_at.desc()).limit(limit))
        return [DeskConversation(*row) for row in rows]

    def messages(self, conversation_id: UUID, before_seq: int | None, limit: int) -> Sequence[Message]:
        """The newest messages before this one that a participant has not removed, in order.

        Content that was taken back stays sealed.
        """
        is_there = (MessageRow.conversation_id == conversation_id, MessageRow.seq > removed_from(conversation_id))
        page = select(MessageRow).where(*is_there)
        if before_seq is not None:
            page = page.where(MessageRow.seq < before_seq)
        rows = self._session.scalars(page.order_by(MessageRow.seq.desc()).limit(limit))
        return [message_of(row) for row in rows][::-1]
