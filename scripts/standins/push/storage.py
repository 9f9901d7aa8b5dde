"""Devices and the newest messages, on the disk before they are acknowledged."""

import sqlite3
from dataclasses import asdict, replace
from pathlib import Path

from standins.push.model import Device, Message

KEEP = 300
_TABLES = """
CREATE TABLE IF NOT EXISTS devices (
    id TEXT PRIMARY KEY, application_key TEXT, private_key TEXT, p256dh TEXT, auth TEXT,
    is_gone INTEGER, answers INTEGER, retry_after TEXT
);
CREATE TABLE IF NOT EXISTS messages (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, device TEXT, body TEXT, text TEXT, ttl INTEGER,
    urgency TEXT, topic TEXT, sender TEXT, replaced INTEGER, arrived_at TEXT
);
"""
_DEVICE = tuple(Device.__dataclass_fields__)
_MESSAGE = tuple(Message.__dataclass_fields__)


class Storage:
    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.executescript(_TABLES)

    def close(self) -> None:
        self._database.close()

    def put_device(self, device: Device) -> None:
        marks = ", ".join(f":{name}" for name in _DEVICE)
        self._database.execute(f"INSERT OR REPLACE INTO devices VALUES ({marks})", asdict(device))  # noqa: S608

    def device(self, device_id: str) -> Device | None:
        query = f"SELECT {', '.join(_DEVICE)} FROM devices WHERE id = ?"  # noqa: S608
        row = self._database.execute(query, (device_id,)).fetchone()
        return replace(Device(*row), is_gone=bool(row[5])) if row else None

    def add(self, message: Message) -> None:
        """A topic holds one message: the newer takes the place of the older (RFC 8030, 5.4)."""
        names, marks = ", ".join(_MESSAGE), ", ".join(f":{name}" for name in _MESSAGE)
        self._database.execute("BEGIN")
        if message.topic:
            self._database.execute(
                "UPDATE messages SET replaced = 1 WHERE device = ? AND topic = ?", (message.device, message.topic)
            )
        self._database.execute(f"INSERT INTO messages ({names}) VALUES ({marks})", asdict(message))  # noqa: S608
        self._database.execute("DELETE FROM messages WHERE number <= (SELECT max(number) FROM messages) - ?", (KEEP,))
        self._database.execute("COMMIT")

    def newest_first(self, device: str = "") -> list[Message]:
        query = f"SELECT {', '.join(_MESSAGE)} FROM messages WHERE ? IN ('', device) ORDER BY number DESC"  # noqa: S608
        rows = self._database.execute(query, (device,)).fetchall()
        return [replace(Message(*row), replaced=bool(row[8])) for row in rows]
