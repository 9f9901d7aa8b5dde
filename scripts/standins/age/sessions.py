"""The sessions, in a file that survives the process."""

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

LASTS = timedelta(hours=1)
_TABLE = """
    CREATE TABLE IF NOT EXISTS sessions (
        id TEXT PRIMARY KEY, reference TEXT UNIQUE, minimum_age INTEGER, return_url TEXT, callback_url TEXT,
        status TEXT, expires_at TEXT
    );
"""


@dataclass(frozen=True)
class Session:
    id: str
    reference: str
    minimum_age: int
    return_url: str
    callback_url: str
    status: str
    expires_at: str

    @property
    def shown_status(self) -> str:
        has_ended = self.status == "pending" and datetime.fromisoformat(self.expires_at) <= datetime.now(UTC)
        return "expired" if has_ended else self.status


class Sessions:
    def __init__(self, file: Path) -> None:
        self._db = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        self._db.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;" + _TABLE)

    def answers(self) -> bool:
        return bool(self._db.execute("SELECT 1").fetchone())

    def start(self, reference: str, minimum_age: int, return_url: str, callback_url: str) -> Session:
        """A new session; the one there is for a reference that came before."""
        until = (datetime.now(UTC) + LASTS).isoformat()
        values = (f"age_{uuid4().hex}", reference, minimum_age, return_url, callback_url, "pending", until)
        self._db.execute("INSERT OR IGNORE INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        row = self._db.execute("SELECT * FROM sessions WHERE reference = ?", (reference,)).fetchone()
        return Session(*row)

    def find(self, session_id: str) -> Session | None:
        row = self._db.execute("SELECT * FROM sessions WHERE id = ?", (session_id,)).fetchone()
        return Session(*row) if row else None

    def decide(self, session: Session, status: str) -> None:
        """Set the outcome, once."""
        decided = "UPDATE sessions SET status = ? WHERE id = ? AND status = 'pending'"
        self._db.execute(decided, (status, session.id))
