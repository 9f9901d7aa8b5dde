from collections.abc import Collection, Sequence
from uuid import UUID

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from profiles.moderation.domain.member_search import id_range
from profiles.moderation.domain.moderation import Desk
from profiles.storage.tables import ProfileRow


class MemberSearchRepository:
    """Members of a desk's pool, for its search."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def by_name(self, desk: Desk, part: str, limit: int) -> list[UUID]:
        return self._newest(desk, func.lower(ProfileRow.name).contains(part.lower(), autoescape=True), limit)

    def by_id(self, desk: Desk, beginning: str, limit: int) -> list[UUID]:
        """By the first characters of the id. Raises Invalid."""
        return self._newest(desk, ProfileRow.member_id.between(*id_range(beginning)), limit)

    def of_pool(self, desk: Desk, member_ids: Collection[UUID], limit: int) -> list[UUID]:
        return self._newest(desk, ProfileRow.member_id.in_(member_ids), limit)

    def names(self, member_ids: Collection[UUID]) -> dict[UUID, str]:
        rows = self._session.execute(
            select(ProfileRow.member_id, ProfileRow.name).where(ProfileRow.member_id.in_(member_ids))
        )
        return {row.member_id: row.name for row in rows}

    def _newest(self, desk: Desk, condition: ColumnElement[bool], limit: int) -> list[UUID]:
        found = select(ProfileRow.member_id).where(condition, ProfileRow.pool == desk.pool)
        members: Sequence[UUID] = self._session.scalars(found.order_by(ProfileRow.joined_at.desc()).limit(limit)).all()
        return list(members)
