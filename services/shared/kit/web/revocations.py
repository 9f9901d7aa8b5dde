"""Snapshot of the revoked sessions in this process, and its age.

The reasons for both, and the figures: docs/decisions/0002-tokens.md.
"""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self
from uuid import UUID

from shared.kit.storage.database import Database
from shared.kit.storage.revocations import KNOWN

FRESH_SECONDS = 2.0
PROVEN_SECONDS = 50.0
NEVER, ALWAYS = float("-inf"), float("inf")


@dataclass(frozen=True)
class KnownRevocations:
    """A snapshot of the revoked sessions. It contains every session revoked before `checked_at` (epoch seconds)."""

    sessions: frozenset[UUID] = frozenset()
    checked_at: float = NEVER

    @classmethod
    def of(cls, row: Sequence[Any], now: float, *, is_source: bool) -> Self:
        """Read the row of `KNOWN`. In identity, their source, it counts as never outdated."""
        sessions, age = row
        checked_at = ALWAYS if is_source else NEVER if age is None else now - float(age)
        return cls(frozenset(sessions or ()), checked_at)

    def refuses(self, session_id: UUID, issued_at: float, now: float) -> bool:
        """Whether the session is revoked, or nothing recent proves that it is not.

        A token shows that its session was alive when it was issued; this snapshot shows that it was not revoked
        until `checked_at`. The later of the two may be `PROVEN_SECONDS` old.
        """
        return session_id in self.sessions or max(self.checked_at, issued_at) + PROVEN_SECONDS < now


class Revocations:
    """The snapshot of this process, read from the service's database at most every two seconds."""

    def __init__(self, database: Database, *, is_source: bool) -> None:
        self._database, self._is_source, self._lock = database, is_source, threading.Lock()
        self._known = KnownRevocations()
        self._read_at = NEVER

    def known(self) -> KnownRevocations:
        if time.monotonic() - self._read_at > FRESH_SECONDS:
            self._read()
        return self._known

    def _read(self) -> None:
        with self._lock:
            if time.monotonic() - self._read_at <= FRESH_SECONDS:
                return
            with self._database.reader.connect() as connection:
                row = connection.exec_driver_sql(*KNOWN.with_()).one()
            self._known = KnownRevocations.of(row, time.time(), is_source=self._is_source)
            self._read_at = time.monotonic()
