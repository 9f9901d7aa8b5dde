from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID

from servicekit.storage.statement import Statement
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from notifications.storage.tables import ActivityRow

# Written at most so often, however much a member does.
AS_FINE_AS = timedelta(seconds=5)

# No clock but the database's may say that someone is busy in the future; who was erased meanwhile is not known again.
NOTE = Statement(
    text(
        """
        INSERT INTO activities (member_id, active_at)
        SELECT member_id, least(at, now())
        FROM unnest(CAST(:members AS uuid[]), CAST(:ats AS timestamptz[])) AS active (member_id, at)
        WHERE NOT EXISTS (SELECT FROM kit.erased WHERE erased.member_id = active.member_id)
        ORDER BY member_id
        ON CONFLICT (member_id) DO UPDATE SET active_at = excluded.active_at
        WHERE activities.active_at < excluded.active_at - CAST(:as_fine_as AS interval)
        """
    )
)


class ActivityRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def note(self, active: Mapping[UUID, datetime]) -> None:
        NOTE.with_commit(self._session, members=list(active), ats=list(active.values()), as_fine_as=AS_FINE_AS)

    def last(self, member_id: UUID) -> datetime | None:
        return self._session.execute(
            select(ActivityRow.active_at).where(ActivityRow.member_id == member_id)
        ).scalar_one_or_none()
