from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from profiles.storage.tables import BlockRow, ProfileRow


class BlockRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, blocker_id: UUID, blocked_id: UUID) -> bool:
        """False when it stood already."""
        # A concurrent block of the same pair makes this wait for it, then skip.
        added = self._session.execute(
            insert(BlockRow)
            .values(blocker_id=blocker_id, blocked_id=blocked_id)
            .on_conflict_do_nothing()
            .returning(BlockRow.blocked_id)
        )
        return added.first() is not None

    def remove(self, blocker_id: UUID, blocked_id: UUID) -> bool:
        """False when there was none."""
        removed = self._session.execute(
            delete(BlockRow)
            .where(BlockRow.blocker_id == blocker_id, BlockRow.blocked_id == blocked_id)
            .returning(BlockRow.blocked_id)
        )
        return removed.first() is not None

    def count(self, blocker_id: UUID) -> int:
        """How many the member has blocked, of those who are still there."""
        counted = (
            select(func.count()).select_from(BlockRow).join(ProfileRow, ProfileRow.member_id == BlockRow.blocked_id)
        )
        return self._session.scalars(
            counted.where(BlockRow.blocker_id == blocker_id, ProfileRow.state == "active")
        ).one()
