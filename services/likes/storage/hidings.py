from uuid import UUID

from sqlalchemy import ColumnElement, delete, exists, or_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import InstrumentedAttribute, Session

from likes.storage.tables import BlockRow, DepartedRow


class HidingRepository:
    """Our copies of what hides one member from another, kept from events."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def block(self, blocker_id: UUID, blocked_id: UUID) -> None:
        self._session.execute(
            insert(BlockRow).values(blocker_id=blocker_id, blocked_id=blocked_id).on_conflict_do_nothing()
        )

    def unblock(self, blocker_id: UUID, blocked_id: UUID) -> None:
        self._session.execute(
            delete(BlockRow).where(BlockRow.blocker_id == blocker_id, BlockRow.blocked_id == blocked_id)
        )

    def depart(self, member_id: UUID) -> None:
        self._session.execute(insert(DepartedRow).values(member_id=member_id).on_conflict_do_nothing())

    def come_back(self, member_id: UUID) -> None:
        self._session.execute(delete(DepartedRow).where(DepartedRow.member_id == member_id))

    def forget_blocks(self, member_id: UUID) -> None:
        self._session.execute(
            delete(BlockRow).where(or_(BlockRow.blocker_id == member_id, BlockRow.blocked_id == member_id))
        )


def is_hidden(member: InstrumentedAttribute[UUID], viewer_id: UUID) -> ColumnElement[bool]:
    """Who is hidden from whom: members who are gone, and both sides of a block."""
    return or_(
        exists().where(DepartedRow.member_id == member),
        exists().where(BlockRow.blocker_id == viewer_id, BlockRow.blocked_id == member),
        exists().where(BlockRow.blocker_id == member, BlockRow.blocked_id == viewer_id),
    )
