from dataclasses import asdict
from uuid import UUID

from sqlalchemy import func, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.visit import SOURCES, Visit
from lander.storage.tables import VisitRow


class VisitRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, visit: Visit) -> bool:
        fields = asdict(visit)
        # A concurrent insert of the same visit makes this wait for it, then skip.
        added = self._session.execute(
            insert(VisitRow)
            .values(visit_id=fields.pop("id"), **fields)
            .on_conflict_do_nothing()
            .returning(VisitRow.visit_id)
        )
        return added.first() is not None

    def go_on(self, visit_id: UUID) -> None:
        looked_at = update(VisitRow).where(VisitRow.visit_id == visit_id, VisitRow.lb != "")
        self._session.execute(looked_at.where(VisitRow.went_on_at.is_(None)).values(went_on_at=func.now()))

    def get(self, visit_id: UUID) -> Visit | None:
        row = self._session.get(VisitRow, visit_id)
        return Visit(row.visit_id, row.path, *(getattr(row, name) for name in SOURCES)) if row else None
