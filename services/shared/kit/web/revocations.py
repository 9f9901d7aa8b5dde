"""Snapshot of the revoked sessions in this process, and its age. Redis pushes into it while it is subscribed
(`shared.kit.revocation_channel`).

The reasons for both, and the figures: docs/decisions/0002-tokens.md.
"""

import threading
import time
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import Any, Self
from uuid import UUID

from shared.kit.storage.database import Database
from shared.kit.storage.revocations import KNOWN

# The table is read so often: without the push, and in case a push was lost.
FRESH_SECONDS, PUSHED_FRESH_SECONDS = 2.0, 10.0
PROVEN_SECONDS = 50.0
NEVER, ALWAYS = float("-inf"), float("inf")


@dataclass(frozen=True)
class KnownRevocations:
    """A snapshot of the revoked sessions. It contains every session revoked before `checked_at` (epoch seconds)."""

    sessions: frozenset[UUID] = frozenset()
    checked_at: float = NEVER
    # Revoked since, as far as it was pushed. It grows while the snapshot is in use.
    pushed: Container[UUID] = field(default=frozenset(), compare=False)

    @classmethod
    def of(cls, row: Sequence[Any], now: float, *, is_source: bool, pushed: Container[UUID] = frozenset()) -> Self:
        """Read the row of `KNOWN`. In identity, their source, it counts as never outdated."""
        sessions, age = row
        checked_at = ALWAYS if is_source else NEVER if age is None else now - float(age)
        return cls(frozenset(sessions or ()), checked_at, pushed)

    def refuses(self, session_id: UUID, issued_at: float, now: float) -> bool:
        """Whether the session is revoked, or nothing recent proves that it is not.

        A token shows that its session was alive when it was issued; this snapshot shows that it was not revoked
        until `checked_at`. The later of the two may be `PROVEN_SECONDS` old.
        """
        is_revoked = session_id in self.sessions or session_id in self.pushed
        return is_revoked or max(self.checked_at, issued_at) + PROVEN_SECONDS < now


class RevocationSnapshot:
    """The newest snapshot, and when the table is due to be read again. Safe for threads."""

    def __init__(self, *, is_source: bool) -> None:
        self._is_source, self._pushed, self._is_subscribed = is_source, dict[UUID, float](), False
        self._read_at = self._connected_at = NEVER
        self.latest = KnownRevocations(pushed=self._pushed)

    @property
    def is_due(self) -> bool:
        """Whether the table has to be read again; later while the channel pushes what is revoked."""
        fresh = PUSHED_FRESH_SECONDS if self._is_subscribed else FRESH_SECONDS
        return time.monotonic() - self._read_at > fresh

    def take(self, row: Sequence[Any], asked_at: float) -> None:
        """Take the row of `KNOWN`; `asked_at` is the monotonic time before it was read."""
        now = time.time()
        for session_id, until in list(self._pushed.items()):
            if until < now:
                self._pushed.pop(session_id, None)
        self.latest = KnownRevocations.of(row, now, is_source=self._is_source, pushed=self._pushed)
        # A table read before the subscription may lack a push that nobody received.
        self._read_at = asked_at if asked_at >= self._connected_at else NEVER

    def push(self, session_id: UUID, until: float) -> None:
        """Refuse this session from now on, until that time (epoch seconds)."""
        self._pushed[session_id] = until

    def connected(self) -> None:
        """Note that pushes arrive from now on. Those before may be lost, so the table is due at once."""
        self._connected_at = time.monotonic()
        self._is_subscribed, self._read_at = True, NEVER

    def disconnected(self) -> None:
        """Record that the channel pushes nothing now, so that the table is read more often."""
        self._is_subscribed = False


class Revocations:
    """The snapshot of this process, read from the service's database when it is due."""

    def __init__(self, database: Database, *, is_source: bool) -> None:
        self._database, self._lock = database, threading.Lock()
        self.snapshot = RevocationSnapshot(is_source=is_source)

    def known(self) -> KnownRevocations:
        """The revocations, at most as old as `is_due` allows."""
        if self.snapshot.is_due:
            self._read()
        return self.snapshot.latest

    def _read(self) -> None:
        with self._lock:
            if not self.snapshot.is_due:
                return
            asked_at = time.monotonic()
            with self._database.reader.connect() as connection:
                row = connection.exec_driver_sql(*KNOWN.with_()).one()
            self.snapshot.take(row, asked_at)
