from uuid import UUID

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.storage.tables import SuppressionRow


class SuppressionRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def has(self, member_id: UUID) -> bool:
        return self._session.get(SuppressionRow, member_id) is not None

    def add(self, member_id: UUID, reason: str) -> bool:
        added = self._session.execute(
            insert(SuppressionRow)
            .values(member_id=member_id, reason=reason)
            .on_conflict_do_nothing()
            .returning(SuppressionRow.member_id)
        )
        return added.first() is not None
