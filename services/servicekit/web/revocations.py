import threading
import time
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from servicekit.storage.database import Database
from servicekit.storage.tables import RevokedSession

FRESH_SECONDS = 2.0


class Revocations:
    """The sessions whose tokens are refused, as this service's database knew them at most two seconds ago."""

    def __init__(self, database: Database) -> None:
        self._database, self._lock = database, threading.Lock()
        self._sessions: frozenset[UUID] = frozenset()
        self._read_at = float("-inf")

    def has(self, session_id: UUID) -> bool:
        if time.monotonic() - self._read_at > FRESH_SECONDS:
            self._read()
        return session_id in self._sessions

    def _read(self) -> None:
        with self._lock:
            if time.monotonic() - self._read_at <= FRESH_SECONDS:
                return
            with Session(self._database.reader) as session:
                self._sessions = frozenset(
                    session.scalars(select(RevokedSession.session_id).where(RevokedSession.expires_at > func.now()))
                )
            self._read_at = time.monotonic()
