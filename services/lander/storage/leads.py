from uuid import UUID

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.storage.tables import LeadRow


class LeadRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, visit_id: UUID, member_id: UUID) -> bool:
        added = self._session.execute(
            insert(LeadRow)
            .values(visit_id=visit_id, member_id=member_id)
            .on_conflict_do_nothing()
            .returning(LeadRow.member_id)
        )
        return added.first() is not None
