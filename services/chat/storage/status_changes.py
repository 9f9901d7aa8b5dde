from datetime import timedelta
from uuid import UUID

from shared.kit.db import wake_job
from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from chat.domain.status_change import StatusChange
from chat.storage.tables import StatusChangeRow

# Longer than one try; after the death of a worker the next one takes it.
LEASE = timedelta(seconds=30)


class StatusChangeRepository:
    """Members who left, came back or were confirmed, until their partners' pages have been notified."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def note(self, member_id: UUID) -> None:
        fresh = {"changed_at": func.now(), "due_at": func.now(), "is_told": False}
        self._session.execute(
            insert(StatusChangeRow)
            .values(member_id=member_id)
            .on_conflict_do_update(index_elements=[StatusChangeRow.member_id], set_=fresh)
        )
        wake_job(self._session, "follow_status_changes")

    def take_due(self, most: int) -> list[StatusChange]:
        """Lease some that are due; SKIP LOCKED gives each worker others."""
        due = (
            select(StatusChangeRow.member_id)
            .where(StatusChangeRow.due_at <= func.now())
            .order_by(StatusChangeRow.due_at)
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        taken = self._session.execute(
            update(StatusChangeRow)
            .where(StatusChangeRow.member_id.in_(due))
            .values(due_at=func.now() + LEASE)
            .returning(StatusChangeRow.member_id, StatusChangeRow.changed_at, StatusChangeRow.is_told)
        )
        return [StatusChange(**row._asdict()) for row in taken]

    def look_again(self, change: StatusChange, after: timedelta) -> None:
        """Mark it as reported (`is_told`), and due again this long after the change."""
        self._session.execute(
            update(StatusChangeRow).where(*_is(change)).values(is_told=True, due_at=StatusChangeRow.changed_at + after)
        )

    def done(self, change: StatusChange) -> None:
        self._session.execute(delete(StatusChangeRow).where(*_is(change)))


def _is(change: StatusChange) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    # Not a newer change of the same member.
    return StatusChangeRow.member_id == change.member_id, StatusChangeRow.changed_at == change.changed_at
