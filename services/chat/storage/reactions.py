from uuid import UUID

from sqlalchemy import delete, func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from chat.domain.message import Reaction
from chat.storage.tables import ReactionRow


class ReactionRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def set(self, message_id: UUID, member_id: UUID, reaction: Reaction | None) -> None:
        """Put this reaction in place of the member's own to the message; None removes it."""
        if reaction is None:
            self._session.execute(
                delete(ReactionRow).where(ReactionRow.message_id == message_id, ReactionRow.member_id == member_id)
            )
            return
        row = insert(ReactionRow).values(message_id=message_id, member_id=member_id, kind=reaction.value)
        self._session.execute(
            row.on_conflict_do_update(
                index_elements=[ReactionRow.message_id, ReactionRow.member_id],
                set_={"kind": row.excluded.kind, "reacted_at": func.now()},
            )
        )
