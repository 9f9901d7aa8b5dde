from datetime import timedelta
from uuid import UUID

from shared.kit.db import wake_job
from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from chat.storage.tables import GreetingRow

# Longer than one try; after the death of a worker the next one takes the greeting.
LEASE = timedelta(seconds=30)


class GreetingRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, member_id: UUID) -> None:
        self._session.execute(insert(GreetingRow).values(member_id=member_id).on_conflict_do_nothing())
        wake_job(self._session, "post_greetings")

    def take_due(self, most: int) -> list[UUID]:
        """Lease some that are due; SKIP LOCKED gives each worker others."""
        due = (
            select(GreetingRow.member_id)
            .where(GreetingRow.due_at <= func.now())
            .order_by(GreetingRow.due_at)
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        taken = (
            update(GreetingRow)
            .where(GreetingRow.member_id.in_(due))
            .values(due_at=func.now() + LEASE)
            .returning(GreetingRow.member_id)
        )
        return list(self._session.scalars(taken))

    def done(self, member_id: UUID) -> None:
        self._session.execute(delete(GreetingRow).where(GreetingRow.member_id == member_id))
