from datetime import datetime, timedelta

from shared.registry import Window
from sqlalchemy import ColumnElement, case, delete, func, null, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from identity.domain.attempts import CountedAttempt
from identity.storage.tables import AttemptsRow


class AttemptRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def take(self, subject: bytes, limit: Window) -> CountedAttempt:
        """Count an attempt before it is made, so that of many concurrent ones no more than the limit are allowed.

        Counts are in the database, so neither a restart nor a lost cache resets them.
        """
        row = AttemptsRow
        block: ColumnElement[datetime] = func.now() + timedelta(seconds=limit.seconds)
        # After the end of a block the count starts again.
        count = case((row.blocked_until <= func.now(), 1), else_=row.count + 1)
        counted = self._session.execute(
            insert(row)
            .values(subject=subject, count=1, blocked_until=block if limit.most <= 1 else null())
            .on_conflict_do_update(
                index_elements=[row.subject],
                set_={
                    "count": count,
                    "blocked_until": case((count >= limit.most, block), else_=null()),
                    "counted_at": func.now(),
                },
                where=or_(row.blocked_until.is_(None), row.blocked_until <= func.now()),
            )
            .returning(row.blocked_until, func.now(), row.count)
        ).one_or_none()
        if counted is not None:
            return CountedAttempt(True, counted[0], counted[1], counted[2])
        until, at = self._session.execute(
            select(row.blocked_until, func.now()).where(row.subject == subject)
        ).one_or_none() or (None, None)
        now = at or self._session.execute(select(func.now())).scalar_one()
        return CountedAttempt(False, until or now, now)

    def clear(self, subject: bytes) -> None:
        self._session.execute(delete(AttemptsRow).where(AttemptsRow.subject == subject))
