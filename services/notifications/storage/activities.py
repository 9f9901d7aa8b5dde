from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import select
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

    def last(self, member_id: UUID) -> datetime | None:
        """Time of the member's last activity that an event told of."""
        return self._session.execute(
            select(ActivityRow.active_at).where(ActivityRow.member_id == member_id)
        ).scalar_one_or_none()
