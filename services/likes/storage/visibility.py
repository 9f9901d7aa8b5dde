"""Local projection of the facts that hide one member from another, kept from the events of other services."""

from uuid import UUID

from shared.kit.db import Statement
from sqlalchemy import ColumnElement, Uuid, and_, bindparam, delete, exists, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import InstrumentedAttribute, Session

from likes.domain.pairs import ordered_pair
from likes.storage.tables import AcquaintanceRow, BlockRow, DeletedMemberRow, HiddenContactRow, RestrictedMemberRow


def is_visible(
    member: ColumnElement[UUID] | InstrumentedAttribute[UUID], viewer: ColumnElement[UUID] | UUID
) -> ColumnElement[bool]:
    """SQL for the rules of `profiles/domain/visibility.py`; tests/contracts/visibility.json checks both.

    Hidden are deleted members, members hidden by moderation, invisible members and people who know each other except
    from those they have a conversation with, and both sides of a block from each other. Each condition is a subquery
    of its own: nested in another one, `member` would be correlated with the inner query and mean every row of the
    table.
    """
    first, second = func.least(member, viewer), func.greatest(member, viewer)
    has_conversation = exists().where(AcquaintanceRow.first_id == first, AcquaintanceRow.second_id == second)
    return and_(
        ~exists().where(DeletedMemberRow.member_id == member),
        ~exists().where(RestrictedMemberRow.member_id == member, RestrictedMemberRow.is_hidden),
        or_(
            and_(
                ~exists().where(RestrictedMemberRow.member_id == member, RestrictedMemberRow.is_invisible),
                ~exists().where(HiddenContactRow.member_id == viewer, HiddenContactRow.contact_id == member),
                ~exists().where(HiddenContactRow.member_id == member, HiddenContactRow.contact_id == viewer),
            ),
            has_conversation,
        ),
        ~exists().where(BlockRow.blocker_id == viewer, BlockRow.blocked_id == member),
        ~exists().where(BlockRow.blocker_id == member, BlockRow.blocked_id == viewer),
    )


IS_VISIBLE = Statement(
    select(is_visible(bindparam("member_id", type_=Uuid), bindparam("viewer_id", type_=Uuid)).label("is_visible"))
)


class VisibilityProjection:
    def __init__(self, session: Session) -> None:
        self._session = session

    def is_visible(self, member_id: UUID, viewer_id: UUID) -> bool:
        """Whether the projection lets the viewer see the member."""
        return bool(IS_VISIBLE.on(self._session, member_id=member_id, viewer_id=viewer_id).scalar_one())

    def block(self, blocker_id: UUID, blocked_id: UUID) -> None:
        self._session.execute(
            insert(BlockRow).values(blocker_id=blocker_id, blocked_id=blocked_id).on_conflict_do_nothing()
        )

    def unblock(self, blocker_id: UUID, blocked_id: UUID) -> None:
        self._session.execute(
            delete(BlockRow).where(BlockRow.blocker_id == blocker_id, BlockRow.blocked_id == blocked_id)
        )

    def hide_contact(self, member_id: UUID, contact_id: UUID, *, hidden: bool) -> None:
        """Hide two members who know each other, or take it back."""
        pair = {"member_id": member_id, "contact_id": contact_id}
        if hidden:
            self._session.execute(insert(HiddenContactRow).values(pair).on_conflict_do_nothing())
        else:
            self._session.execute(delete(HiddenContactRow).filter_by(**pair))

    def mark_deleted(self, member_id: UUID) -> None:
        self._session.execute(insert(DeletedMemberRow).values(member_id=member_id).on_conflict_do_nothing())

    def mark_reactivated(self, member_id: UUID) -> None:
        self._session.execute(delete(DeletedMemberRow).where(DeletedMemberRow.member_id == member_id))

    def set_restrictions(self, member_id: UUID, *, is_invisible: bool, is_hidden: bool) -> None:
        restrictions = {"is_invisible": is_invisible, "is_hidden": is_hidden}
        self._session.execute(
            insert(RestrictedMemberRow)
            .values(member_id=member_id, **restrictions)
            .on_conflict_do_update(index_elements=[RestrictedMemberRow.member_id], set_=restrictions)
        )

    def add_acquaintance(self, one: UUID, other: UUID) -> None:
        first_id, second_id = ordered_pair(one, other)
        self._session.execute(
            insert(AcquaintanceRow).values(first_id=first_id, second_id=second_id).on_conflict_do_nothing()
        )
