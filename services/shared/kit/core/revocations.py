"""Revoked sessions: one Redis stream, written by identity and read by every process that checks tokens.

An entry is either a revoked session or a heartbeat. A heartbeat of time T proves that all sessions revoked before T are
in the stream before it: identity's worker compares its table with the stream and adds missing ones first
(identity/revocation_stream.py). Reasons and figures: docs/decisions/0002-tokens.md.
"""

import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any
from uuid import UUID

from redis import Redis, RedisError

from shared.kit.core.errors_in_logs import describe
from shared.kit.core.logs import logger

STREAM = "kit.revocations"
# Fields of entries: a revoked session as `decoded` reads it, or the time of a heartbeat (epoch milliseconds of Redis).
REVOKED, HEARTBEAT = b"revoked", b"heartbeat"
BEGINNING = b"0-0"
# Longer than a token's life with the skew of clocks. Older entries are trimmed.
KEPT_SECONDS = 900
# A token counts for this long after the last heartbeat, or after its issue.
PROVEN_SECONDS = 50.0
# No token lives longer; a session revoked until later is malformed.
LONGEST_SECONDS = 86_400
PAGE = 10_000
BLOCK_SECONDS, RETRY_SECONDS, TIMEOUT_SECONDS = 5, 1.0, 10
NEVER = float("-inf")


def decoded(text: bytes) -> tuple[UUID, float]:
    """The session, and the time until its tokens are refused (epoch seconds). Raises ValueError for a malformed one."""
    session_id, _, until = text.decode("ascii").partition(" ")
    found = UUID(session_id), float(int(until))
    if found[1] > time.time() + LONGEST_SECONDS:
        raise ValueError("the session is revoked for too long")
    return found


class KnownRevocations:
    """Revoked sessions this process has read. They include all revoked before `checked_at` (epoch seconds). One thread
    reads, others ask."""

    def __init__(self, checked_at: float = NEVER) -> None:
        self.checked_at, self.sessions = checked_at, dict[UUID, float]()
        self.last, self._fields = BEGINNING, dict[bytes, bytes]()  # the last entry read

    def refuses(self, session_id: UUID, issued_at: float, now: float) -> bool:
        """Whether the session is revoked, or nothing recent proves that it is not.

        A token proves that its session was alive at its issue, `checked_at` that it was not revoked until then. The
        later of the two may be `PROVEN_SECONDS` old.
        """
        return session_id in self.sessions or max(self.checked_at, issued_at) + PROVEN_SECONDS < now

    def read(self, redis: Redis) -> float:
        """Read the stream on from the last entry, or from its beginning if it no longer has that entry: it was lost.

        Returns the time of Redis. Raises RedisError.
        """
        while True:
            now = time.time()
            entries: Any = redis.xrange(STREAM, min=self.last, count=PAGE)
            seconds, microseconds = redis.time()
            redis_now = seconds + microseconds / 1e6
            if self.last != BEGINNING:
                if not entries or tuple(entries[0]) != (self.last, self._fields):
                    self.last = BEGINNING
                    continue
                del entries[0]
            for self.last, self._fields in entries:
                self._take(self._fields, now, redis_now)
            if len(entries) < PAGE - 1:
                return redis_now

    def _take(self, fields: dict[bytes, bytes], now: float, redis_now: float) -> None:
        try:
            if text := fields.get(REVOKED):
                session_id, until = decoded(text)
                self.sessions[session_id] = until
            elif at := fields.get(HEARTBEAT):
                # Its age by the clock of Redis, so that other clocks do not matter.
                self.checked_at = max(self.checked_at, now - max(0.0, redis_now - int(at) / 1000))
                for session_id in [each for each, until in self.sessions.items() if until < now]:
                    del self.sessions[session_id]
        except ValueError:
            logger().warning("revocation_malformed", bytes=sum(map(len, fields.values())))


class RevocationReader:
    """Keeps `known` up to date from a thread of its own."""

    def __init__(
        self, url: str, known: KnownRevocations, after_read: Callable[[KnownRevocations], None] = lambda _: None
    ) -> None:
        self._url, self._known, self._after_read = url, known, after_read
        self._has_tried, self._is_stopped = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="revocations", daemon=True)

    def start(self) -> None:
        """Start the thread. Returns after its first try, so that the first requests already find what is revoked."""
        self._thread.start()
        self._has_tried.wait(RETRY_SECONDS)

    def stop(self) -> None:
        """End the thread, without waiting for it."""
        self._is_stopped.set()

    def _run(self) -> None:
        while not self._is_stopped.is_set():
            try:
                self._follow()
            except (RedisError, OSError) as error:
                logger().warning("revocations_unavailable", problem=describe(error))
            self._has_tried.set()
            self._is_stopped.wait(RETRY_SECONDS)

    def _follow(self) -> None:
        with closing(
            Redis.from_url(self._url, socket_connect_timeout=1, socket_timeout=TIMEOUT_SECONDS, retry=None)
        ) as redis:
            while not self._is_stopped.is_set():
                self._known.read(redis)
                self._has_tried.set()
                self._after_read(self._known)
                redis.xread({STREAM: self._known.last}, count=1, block=BLOCK_SECONDS * 1000)
