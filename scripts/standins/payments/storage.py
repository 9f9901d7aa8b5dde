"""The provider's state, in one SQLite file.

One connection, used on one thread: a transaction sees settled state and never waits for another.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from standins.payments.behaviour import Behaviour
from standins.payments.model import Payment, Resource

R = TypeVar("R", bound=Resource)

_TABLES = """
CREATE TABLE IF NOT EXISTS resources (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    parent TEXT NOT NULL,
    document TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS resources_in_order ON resources (kind, seq);
CREATE INDEX IF NOT EXISTS resources_of_parent ON resources (parent, kind, seq);
CREATE INDEX IF NOT EXISTS payments_waiting ON resources (json_extract(document, '$.expires_at'))
    WHERE kind = 'payments' AND json_extract(document, '$.status') = 'open';
CREATE INDEX IF NOT EXISTS payments_at_the_bank ON resources (json_extract(document, '$.settles_at'))
    WHERE kind = 'payments' AND json_extract(document, '$.status') = 'pending';
CREATE TABLE IF NOT EXISTS webhooks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    payment_id TEXT NOT NULL,
    url TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS webhooks_due ON webhooks (due_at);
CREATE TABLE IF NOT EXISTS replays (
    key TEXT PRIMARY KEY,
    request TEXT NOT NULL,
    status INTEGER NOT NULL,
    document TEXT NOT NULL,
    at REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS behaviour (one INTEGER PRIMARY KEY CHECK (one = 1), document TEXT NOT NULL);
"""


@dataclass(frozen=True)
class Webhook:
    seq: int
    payment_id: str
    url: str
    attempts: int
    due_at: float


@dataclass(frozen=True)
class Replay:
    request: str
    status: int
    document: str


class Storage:
    def __init__(self, file: Path) -> None:
        self._db = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        # A commit that was answered survives the process and the machine.
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.executescript(_TABLES)

    def close(self) -> None:
        self._db.close()

    def answers(self) -> bool:
        return bool(self._db.execute("SELECT 1").fetchone())

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One transaction, durable once left."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    # Resources

    def put(self, resource: Resource, parent: str = "") -> None:
        """Insert, or update the resource with this id; its position in lists stays."""
        self._db.execute(
            "INSERT INTO resources (id, kind, parent, document) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET document = excluded.document",
            (resource.id, resource.PLURAL, parent, resource.model_dump_json()),
        )

    def get(self, kind: type[R], resource_id: str, parent: str | None = None) -> R | None:
        row = self._db.execute(
            "SELECT document FROM resources WHERE id = ? AND kind = ? AND parent = coalesce(?, parent)",
            (resource_id, kind.PLURAL, parent),
        ).fetchone()
        return kind.model_validate_json(row[0]) if row else None

    def remove(self, resource_id: str) -> None:
        self._db.execute("DELETE FROM resources WHERE id = ?", (resource_id,))

    def newest(self, kind: type[R], limit: int, parent: str | None = None, start: str | None = None) -> list[R]:
        """Newest first, beginning with `start`."""
        rows = self._db.execute(
            "SELECT document FROM resources WHERE kind = :kind AND (:parent IS NULL OR parent = :parent)"
            " AND (:start IS NULL OR seq <= (SELECT seq FROM resources WHERE id = :start))"
            " ORDER BY seq DESC LIMIT :limit",
            {"kind": kind.PLURAL, "parent": parent, "start": start, "limit": limit},
        )
        return [kind.model_validate_json(document) for (document,) in rows]

    def page_before(self, kind: type[Resource], limit: int, parent: str | None, start: str) -> str | None:
        """The id with which the page before (newer than) `start` begins, if there is one."""
        newer = self._db.execute(
            "SELECT id FROM resources WHERE kind = :kind AND (:parent IS NULL OR parent = :parent)"
            " AND seq > (SELECT seq FROM resources WHERE id = :start) ORDER BY seq LIMIT :limit",
            {"kind": kind.PLURAL, "parent": parent, "start": start, "limit": limit},
        ).fetchall()
        return str(newer[-1][0]) if newer else None

    def open_past(self, moment: str) -> list[Payment]:
        rows = self._db.execute(
            "SELECT document FROM resources WHERE kind = 'payments'"
            " AND json_extract(document, '$.status') = 'open' AND json_extract(document, '$.expires_at') <= ?",
            (moment,),
        )
        return [Payment.model_validate_json(document) for (document,) in rows]

    def pending_past(self, moment: str) -> list[Payment]:
        rows = self._db.execute(
            "SELECT document FROM resources WHERE kind = 'payments'"
            " AND json_extract(document, '$.status') = 'pending' AND json_extract(document, '$.settles_at') <= ?",
            (moment,),
        )
        return [Payment.model_validate_json(document) for (document,) in rows]

    # Webhooks

    def queue_webhook(self, payment_id: str, url: str, due_at: float) -> None:
        self._db.execute("INSERT INTO webhooks (payment_id, url, due_at) VALUES (?, ?, ?)", (payment_id, url, due_at))

    def next_webhooks(self, limit: int) -> list[Webhook]:
        rows = self._db.execute(
            "SELECT seq, payment_id, url, attempts, due_at FROM webhooks ORDER BY due_at, seq LIMIT ?", (limit,)
        )
        return [Webhook(*row) for row in rows]

    def postpone_webhook(self, webhook: Webhook, due_at: float) -> None:
        self._db.execute("UPDATE webhooks SET attempts = attempts + 1, due_at = ? WHERE seq = ?", (due_at, webhook.seq))

    def forget_webhook(self, webhook: Webhook) -> None:
        self._db.execute("DELETE FROM webhooks WHERE seq = ?", (webhook.seq,))

    # Answers already given

    def replay(self, key: str, since: float) -> Replay | None:
        self._db.execute("DELETE FROM replays WHERE at < ?", (since,))
        row = self._db.execute("SELECT request, status, document FROM replays WHERE key = ?", (key,)).fetchone()
        return Replay(*row) if row else None

    def remember(self, key: str, replay: Replay, at: float) -> None:
        self._db.execute(
            "INSERT INTO replays VALUES (?, ?, ?, ?, ?)", (key, replay.request, replay.status, replay.document, at)
        )

    # Behaviour

    def behaviour(self) -> Behaviour:
        row = self._db.execute("SELECT document FROM behaviour").fetchone()
        return Behaviour.model_validate_json(row[0]) if row else Behaviour()

    def behave(self, behaviour: Behaviour) -> None:
        self._db.execute("INSERT OR REPLACE INTO behaviour VALUES (1, ?)", (behaviour.model_dump_json(),))
