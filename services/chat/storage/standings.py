from datetime import timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from chat.ports import StandingChange
from chat.storage.tables import StandingChangeRow

# Long enough for one try; a worker that dies in between leaves it to the next.
HELD = timedelta(seconds=30)


class StandingRepository:
    """Members whose standing changed, until everyone they talk with has been told."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def note(self, member_id: UUID) -> None:
        fresh = {"changed_at": func.now(), "due_at": func.now(), "is_told": False}
        self._session.execute(
            insert(StandingChangeRow)
            .values(member_id=member_id)
            .on_conflict_do_update(index_elements=[StandingChangeRow.member_id], set_=fresh)
        )

    def take_due(self, most: int) -> list[StandingChange]:
        """Some that are due, and due again only after a while: of several workers each gets others."""
        due = (
            select(StandingChangeRow.member_id)
            .where(StandingChangeRow.due_at <= func.now())
            .order_by(StandingChangeRow.due_at)
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        taken = self._session.execute(
            update(StandingChangeRow)
            .where(StandingChangeRow.member_id.in_(due))
            .values(due_at=func.now() + HELD)
            .returning(StandingChangeRow.member_id, StandingChangeRow.changed_at, StandingChangeRow.is_told)
        )
        return [StandingChange(*row) for row in taken]

    def look_again(self, change: StandingChange, after: timedelta) -> None:
        self._session.execute(
            update(StandingChangeRow)
            .where(*_is(change))
            .values(is_told=True, due_at=StandingChangeRow.changed_at + after)
        )

    def done(self, change: StandingChange) -> None:
        self._session.execute(delete(StandingChangeRow).where(*_is(change)))


def _is(change: StandingChange) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    # Unless it has changed once more meanwhile.
    return StandingChangeRow.member_id == change.member_id, StandingChangeRow.changed_at == change.changed_at
