"""Looks of staff without a case, for another person to look through."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, and_, func, literal, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from profiles.moderation.domain.moderation import Desk
from profiles.moderation.domain.staff_access import StaffAction
from profiles.moderation.storage.tables import ReadReviewRow, StaffActionRow
from profiles.storage.tables import ProfileRow

Opening = aliased(StaffActionRow)
Actor, Member = aliased(ProfileRow), aliased(ProfileRow)


@dataclass(frozen=True, slots=True)
class UncasedLook:
    id: int
    week: datetime  # its Monday
    at: datetime
    action: str
    actor_id: UUID
    actor_name: str | None
    member_id: UUID
    member_name: str | None
    reason: str | None


class ReadReviewRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def waiting(self, desk: Desk, limit: int) -> tuple[list[UncasedLook], int]:
        """Return the oldest looks without a case that nobody has looked through, and the number of all: of the desk's
        pool, neither by nor at the person there."""
        found = (
            select(
                StaffActionRow.id,
                func.date_trunc("week", StaffActionRow.at, "UTC").label("week"),
                StaffActionRow.at,
                StaffActionRow.action,
                StaffActionRow.actor_id,
                Actor.name.label("actor_name"),
                StaffActionRow.member_id,
                Member.name.label("member_name"),
                StaffActionRow.reason,
            )
            .join(Member, Member.member_id == StaffActionRow.member_id)
            .outerjoin(Actor, Actor.member_id == StaffActionRow.actor_id)
            .where(_is_for(desk), Member.pool == desk.pool)
        )
        rows = self._session.execute(found.order_by(StaffActionRow.id).limit(limit))
        number = self._session.execute(select(func.count()).select_from(found.subquery())).scalar_one()
        return [UncasedLook(**row._mapping) for row in rows], number

    def mark(self, desk: Desk, action_ids: Sequence[int]) -> int:
        """Mark those of these looks that wait for this person as looked through. Returns their number."""
        theirs = (
            select(StaffActionRow.id, literal(desk.actor_id))
            .join(Member, and_(Member.member_id == StaffActionRow.member_id, Member.pool == desk.pool))
            .where(_is_for(desk), StaffActionRow.id.in_(action_ids))
        )
        marked = insert(ReadReviewRow).from_select(["action_id", "reviewer_id"], theirs).on_conflict_do_nothing()
        return len(self._session.execute(marked.returning(ReadReviewRow.action_id)).all())


def _is_for(desk: Desk) -> ColumnElement[bool]:
    """Openings for a reason alone and conversations read in such an hour, but for those that were looked through."""
    opened_for = (
        select(Opening.case_id)
        .where(
            Opening.actor_id == StaffActionRow.actor_id,
            Opening.member_id == StaffActionRow.member_id,
            Opening.action == StaffAction.OPEN_MEMBER.value,
            Opening.id < StaffActionRow.id,
        )
        .order_by(Opening.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    is_opening = and_(StaffActionRow.action == StaffAction.OPEN_MEMBER.value, StaffActionRow.case_id.is_(None))
    is_reading = and_(StaffActionRow.action == StaffAction.READ_CONVERSATION.value, opened_for.is_(None))
    return and_(
        or_(is_opening, is_reading),
        StaffActionRow.actor_id.not_in(desk.own_ids),
        StaffActionRow.member_id.not_in(desk.own_ids),
        StaffActionRow.id.not_in(select(ReadReviewRow.action_id)),
    )
