import threading
from uuid import UUID

from servicekit.errors_in_logs import describe
from servicekit.logs import logger
from servicekit.storage import Database
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

GATHERED_SECONDS = 3.0
QUIET_MINUTES = 5

# One statement for both rows. Members whom another process notes at this moment are left to it.
NOTE = f"""
    WITH due AS (
        SELECT member_id FROM profiles
        WHERE member_id = ANY(:members) AND state = 'active'
        AND last_active_at < now() - interval '{QUIET_MINUTES} minutes'
        ORDER BY member_id FOR NO KEY UPDATE SKIP LOCKED
    ), touched AS (
        UPDATE profiles SET last_active_at = now() FROM due WHERE profiles.member_id = due.member_id
        RETURNING profiles.member_id, last_active_at
    )
    UPDATE search_rows SET last_active = touched.last_active_at FROM touched WHERE search_rows.id = touched.member_id
"""  # noqa: S608


class Activity:
    """Who has been active: gathered for a few seconds and written by one statement, off the request.

    It may be lost with the process: a member who goes on is noted a moment later.
    """

    def __init__(self, database: Database) -> None:
        self._database, self._lock = database, threading.Lock()
        self._gathered: set[UUID] = set()

    def note(self, member_id: UUID) -> None:
        with self._lock:
            is_first = not self._gathered
            self._gathered.add(member_id)
        if is_first:
            timer = threading.Timer(GATHERED_SECONDS, self.write)
            timer.daemon = True
            timer.start()

    def write(self) -> None:
        with self._lock:
            members, self._gathered = self._gathered, set()
        if not members:
            return
        try:
            with self._database.engine.begin() as connection:
                connection.execute(text(NOTE), {"members": list(members)})
        except SQLAlchemyError as error:
            logger().warning("activity_was_lost", members=len(members), problem=describe(error))
