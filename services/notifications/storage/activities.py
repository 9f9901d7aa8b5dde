from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from notifications.storage.statements import RECORD_ACTIVITIES
from notifications.storage.tables import ActivityRow

# At most one write in this period, however active a member is.
RESOLUTION = timedelta(seconds=5)


class ActivityRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def record(self, active: Mapping[UUID, datetime]) -> None:
        RECORD_ACTIVITIES.with_commit(
            self._session, members=list(active), ats=list(active.values()), resolution=RESOLUTION
        )

    def forget(self, member_id: UUID) -> None:
        """Delete the activity of a member who is at no screen any more. The next event records it again."""
        self._session.execute(delete(ActivityRow).where(ActivityRow.member_id == member_id))

    def last(self, member_ids: Collection[UUID]) -> dict[UUID, datetime]:
        """Time of the last activity of those members with a recorded activity."""
        if not member_ids:
            return {}
        rows = self._session.execute(
            select(ActivityRow.member_id, ActivityRow.active_at).where(ActivityRow.member_id.in_(member_ids))
        )
        return {row.member_id: row.active_at for row in rows}
