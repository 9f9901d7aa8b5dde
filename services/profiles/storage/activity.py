import threading
from datetime import UTC, date, datetime
from uuid import UUID

from shared.kit.core import describe, logger
from shared.kit.db import Database
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from profiles.domain.presence import UNSHARED_DAYS

# Precision of activity for an observer who polls. A process that dies loses the activity of this time; members who
# stay active are recorded again.
GATHERED_SECONDS = 1800.0

# One statement for both rows, once a day for each member. SKIP LOCKED leaves members to another process that records
# them at the same time. The moment within the day is random for each member, and weeks back for those who do
# not share their presence (`profiles.domain.presence`).
NOTE = f"""
    WITH due AS (
        SELECT member_id FROM profiles
        WHERE member_id = ANY(:members) AND state = 'active' AND last_active_at < CAST(:day AS date)
          AND (shares_presence OR last_active_at < CAST(:day AS date) - {UNSHARED_DAYS[1]})
        ORDER BY member_id FOR NO KEY UPDATE SKIP LOCKED
    ), touched AS (
        UPDATE profiles SET last_active_at = CAST(:day AS date) + CASE WHEN shares_presence
            THEN random() * interval '86399 seconds'
            ELSE ({-UNSHARED_DAYS[0]} - random() * {UNSHARED_DAYS[1] - UNSHARED_DAYS[0]}) * interval '1 day' END
        FROM due WHERE profiles.member_id = due.member_id
        RETURNING profiles.member_id, last_active_at
    )
    UPDATE search_rows SET last_active = touched.last_active_at FROM touched WHERE search_rows.id = touched.member_id
"""  # noqa: S608


class Activity:
    """Active members by day: gathered for half an hour and written by one statement, outside of requests.

    Lost with the process; the next request of a member records it again.
    """

    def __init__(self, database: Database) -> None:
        self._database, self._lock = database, threading.Lock()
        self._gathered: dict[date, set[UUID]] = {}

    def note(self, member_id: UUID) -> None:
        with self._lock:
            is_first = not self._gathered
            self._gathered.setdefault(datetime.now(UTC).date(), set()).add(member_id)
        if is_first:
            timer = threading.Timer(GATHERED_SECONDS, self.write)
            timer.daemon = True
            timer.start()

    def write(self) -> None:
        with self._lock:
            gathered, self._gathered = self._gathered, {}
        for day, members in sorted(gathered.items()):
            try:
                with self._database.engine.begin() as connection:
                    connection.execute(text(NOTE), {"members": list(members), "day": day})
            except SQLAlchemyError as error:
                logger().warning("activity_write_failed", members=len(members), problem=describe(error))
