from collections.abc import Collection
from uuid import UUID

from shared.kit.db import ErasedRow
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.domain.member_name import MemberName
from notifications.storage.tables import NameRow


class NameRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, member_ids: Collection[UUID]) -> dict[UUID, MemberName]:
        """The names of those members that are known."""
        rows = self._session.scalars(select(NameRow).where(NameRow.member_id.in_(member_ids))) if member_ids else ()
        return {row.member_id: MemberName(row.name, row.is_fictional) for row in rows}

    def keep(self, member_id: UUID, name: MemberName) -> None:
        if self._session.get(ErasedRow, member_id) is not None:
            return  # a late event
        values = {"name": name.name, "is_fictional": name.is_fictional}
        self._session.execute(
            insert(NameRow)
            .values(member_id=member_id, **values)
            .on_conflict_do_update(index_elements=[NameRow.member_id], set_=values)
        )
