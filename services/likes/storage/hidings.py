from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import InstrumentedAttribute, Session

from likes.domain.pairs import pair
from likes.storage.tables import AcquaintanceRow, BlockRow, DepartedRow, VeiledRow


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

    def veil(self, member_id: UUID, *, is_invisible: bool, is_hidden: bool) -> None:
        told = {"is_invisible": is_invisible, "is_hidden": is_hidden}
        self._session.execute(
            insert(VeiledRow)
            .values(member_id=member_id, **told)
            .on_conflict_do_update(index_elements=[VeiledRow.member_id], set_=told)
        )

    def acquaint(self, one: UUID, other: UUID) -> None:
        first_id, second_id = pair(one, other)
        self._session.execute(
            insert(AcquaintanceRow).values(first_id=first_id, second_id=second_id).on_conflict_do_nothing()
        )


def is_shown(
    member: ColumnElement[UUID] | InstrumentedAttribute[UUID], viewer_id: UUID | ColumnElement[UUID]
) -> ColumnElement[bool]:
    """Who is shown to whom, as `profiles/domain/visibility.py` has it, over our copies: not members who are gone or
    taken out, the invisible only to those they have a conversation with, and neither side of a block to the other.

    Each a subquery of its own, none in another: one level deeper `member` would be taken for all likes there are."""
    one, other = func.least(member, viewer_id), func.greatest(member, viewer_id)
    is_acquainted = exists().where(AcquaintanceRow.first_id == one, AcquaintanceRow.second_id == other)
    return and_(
        ~exists().where(DepartedRow.member_id == member),
        ~exists().where(VeiledRow.member_id == member, VeiledRow.is_hidden),
        or_(~exists().where(VeiledRow.member_id == member, VeiledRow.is_invisible), is_acquainted),
        ~exists().where(BlockRow.blocker_id == viewer_id, BlockRow.blocked_id == member),
        ~exists().where(BlockRow.blocker_id == member, BlockRow.blocked_id == viewer_id),
    )
