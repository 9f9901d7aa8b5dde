from collections.abc import Collection
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.storage.tables import SuppressionRow


class SuppressionRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def among(self, member_ids: Collection[UUID]) -> set[UUID]:
        """Those of the members to whose address no email is sent."""
        suppressed = select(SuppressionRow.member_id).where(SuppressionRow.member_id.in_(member_ids))
        return set(self._session.scalars(suppressed)) if member_ids else set()

    def reason(self, member_id: UUID) -> str | None:
        row = self._session.get(SuppressionRow, member_id)
        return row.reason if row else None

    def remove(self, member_id: UUID, reason: str | None = None) -> bool:
        """Returns whether there was a suppression, of any reason or of this one."""
        condition = SuppressionRow.member_id == member_id
        if reason is not None:
            condition &= SuppressionRow.reason == reason
        removed = delete(SuppressionRow).where(condition).returning(SuppressionRow.member_id)
        return self._session.execute(removed).first() is not None

    def add(self, member_id: UUID, reason: str) -> bool:
        """Returns whether it is new; the first reason stays."""
        added = self._session.execute(
            insert(SuppressionRow)
            .values(member_id=member_id, reason=reason)
            .on_conflict_do_nothing()
            .returning(SuppressionRow.member_id)
        )
        return added.first() is not None
