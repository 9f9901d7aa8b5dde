from datetime import datetime, timedelta
from uuid import UUID

from servicekit.storage.tables import ErasedRow
from sqlalchemy import DateTime, Uuid, exists, func, literal, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.storage.tables import ActivityRow

# Written at most so often, however much a member does.
AS_FINE_AS = timedelta(seconds=5)


class ActivityRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def note(self, member_id: UUID, at: datetime) -> None:
        told_late = exists().where(ErasedRow.member_id == member_id)
        # No clock but the database's may say that someone is busy in the future.
        active_at = func.least(literal(at, DateTime(timezone=True)), func.now())
        noted = insert(ActivityRow).from_select(
            ["member_id", "active_at"], select(literal(member_id, Uuid), active_at).where(~told_late)
        )
        self._session.execute(
            noted.on_conflict_do_update(
                index_elements=[ActivityRow.member_id],
                set_={"active_at": noted.excluded.active_at},
                where=ActivityRow.active_at < at - AS_FINE_AS,
            )
        )

    def last(self, member_id: UUID) -> datetime | None:
        return self._session.execute(
            select(ActivityRow.active_at).where(ActivityRow.member_id == member_id)
        ).scalar_one_or_none()
