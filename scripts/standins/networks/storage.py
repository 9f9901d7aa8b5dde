"""The newest postbacks and the keys of their signatures, on the disk before a postback is answered."""

import json
import sqlite3
from dataclasses import asdict, dataclass, replace
from pathlib import Path

KEEP = 300
# The key of the demonstration's network, so that its signatures are checked without a step.
KEYS = {"northwind.example": "northwind-demonstration-key"}
_TABLES = """
CREATE TABLE IF NOT EXISTS keys (host TEXT PRIMARY KEY, key TEXT);
CREATE TABLE IF NOT EXISTS postbacks (
    number INTEGER PRIMARY KEY AUTOINCREMENT, host TEXT, method TEXT, path TEXT, fields TEXT, signature TEXT,
    status INTEGER, is_repeated INTEGER, arrived_at TEXT
);
"""


@dataclass(frozen=True)
class Postback:
    """`is_repeated`: its transaction was accepted before, so the network counts it no second time."""

    host: str
    method: str
    path: str
    fields: dict[str, str]
    signature: str
    status: int
    is_repeated: bool
    arrived_at: str


_COLUMNS = ", ".join(Postback.__dataclass_fields__)


class Storage:
    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.executescript(_TABLES)
        self._database.executemany("INSERT OR IGNORE INTO keys VALUES (?, ?)", KEYS.items())

    def close(self) -> None:
        self._database.close()

    def key(self, host: str) -> str | None:
        row = self._database.execute("SELECT key FROM keys WHERE host = ?", (host,)).fetchone()
        return row[0] if row else None

    def put_key(self, host: str, key: str) -> None:
        self._database.execute("INSERT OR REPLACE INTO keys VALUES (?, ?)", (host, key))

    def hosts(self) -> list[str]:
        return [row[0] for row in self._database.execute("SELECT host FROM keys ORDER BY host")]

    def has_accepted(self, host: str, transaction: str) -> bool:
        query = (
            "SELECT 1 FROM postbacks WHERE host = ? AND status BETWEEN 200 AND 299"
            " AND coalesce(json_extract(fields, '$.txid'), json_extract(fields, '$.tx')) = ?"
        )
        return self._database.execute(query, (host, transaction)).fetchone() is not None

    def add(self, postback: Postback) -> None:
        values = asdict(postback) | {"fields": json.dumps(postback.fields)}
        marks = ", ".join(f":{name}" for name in values)
        self._database.execute("BEGIN")
        self._database.execute(f"INSERT INTO postbacks ({_COLUMNS}) VALUES ({marks})", values)  # noqa: S608
        self._database.execute("DELETE FROM postbacks WHERE number <= (SELECT max(number) FROM postbacks) - ?", (KEEP,))
        self._database.execute("COMMIT")

    def newest_first(self, host: str = "") -> list[Postback]:
        query = f"SELECT {_COLUMNS} FROM postbacks WHERE ? IN ('', host) ORDER BY number DESC"  # noqa: S608
        rows = self._database.execute(query, (host,)).fetchall()
        return [replace(Postback(*row), fields=json.loads(row[3]), is_repeated=bool(row[6])) for row in rows]
