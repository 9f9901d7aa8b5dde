from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from profiles.domain.unmatch import UnmatchReason
from profiles.storage.tables import BlockRow, HiddenContactRow, ProfileRow


class BlockRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, blocker_id: UUID, blocked_id: UUID) -> bool:
        """Store a block. False when it exists already."""
        # A concurrent block of the same pair makes this wait for it, then skip.
        added = self._session.execute(
            insert(BlockRow)
            .values(blocker_id=blocker_id, blocked_id=blocked_id)
            .on_conflict_do_nothing()
            .returning(BlockRow.blocked_id)
        )
        return added.first() is not None

    def set_reason(self, blocker_id: UUID, blocked_id: UUID, reason: UnmatchReason) -> None:
        self._session.execute(
            update(BlockRow)
            .where(BlockRow.blocker_id == blocker_id, BlockRow.blocked_id == blocked_id)
            .values(reason=reason.value)
        )

    def remove(self, blocker_id: UUID, blocked_id: UUID) -> bool:
        """Delete a block. False when there was none."""
        removed = self._session.execute(
            delete(BlockRow)
            .where(BlockRow.blocker_id == blocker_id, BlockRow.blocked_id == blocked_id)
            .returning(BlockRow.blocked_id)
        )
        return removed.first() is not None

    def hide_contact(self, member_id: UUID, contact_id: UUID, *, hidden: bool) -> None:
        """Hide two members who know each other, or take it back."""
        pair = {"member_id": member_id, "contact_id": contact_id}
        if hidden:
            self._session.execute(insert(HiddenContactRow).values(pair).on_conflict_do_nothing())
        else:
            self._session.execute(delete(HiddenContactRow).filter_by(**pair))

    def count(self, blocker_id: UUID) -> int:
        """Count the member's blocks of members who are not deleted."""
        counted = (
            select(func.count()).select_from(BlockRow).join(ProfileRow, ProfileRow.member_id == BlockRow.blocked_id)
        )
        return self._session.scalars(
            counted.where(BlockRow.blocker_id == blocker_id, ProfileRow.state == "active")
        ).one()
