"""A read address: a replica of the service's database, for reads that may be some seconds old."""

import threading
import time
from collections import deque
from typing import NamedTuple

from sqlalchemy import Engine, create_engine, event, text

from shared.kit.core.errors_in_logs import describe
from shared.kit.core.logs import logger
from shared.kit.db.database import POOL_TIMEOUT_SECONDS, UNREACHABLE, Database
from shared.kit.db.traced_cursor import trace_statements

# How far the replica is behind is looked at this often, by each process that reads from it.
CHECK_SECONDS = 1.0
# A replica that does not answer is asked again after so long.
RETRY_SECONDS = 5.0
# Positions in the WAL as numbers: that of the primary now, and that up to which a standby has replayed it. NULL on a
# server that is no standby, whose state is always its own newest.
WRITTEN = text("SELECT pg_current_wal_lsn() - '0/0'")
REPLAYED = text("SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() - '0/0' END")


class _Written(NamedTuple):
    at: float
    position: int


class Replica:
    """Connections to the replica, and whether it is fresh enough: at most `staleness_seconds` behind the primary.

    The bound needs no clock but this process's own: it remembers where the primary's WAL ended and when, and the
    replica is as old as the newest of those positions that it has replayed.
    """

    def __init__(self, primary: Database, url: str, *, staleness_seconds: float = 5.0) -> None:
        self._primary, self._staleness = primary, staleness_seconds
        engine = create_engine(
            url.replace("postgresql://", "postgresql+psycopg://", 1),
            pool_size=primary.pool_size,
            pool_use_lifo=True,
            max_overflow=0,
            pool_timeout=POOL_TIMEOUT_SECONDS,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args=primary.connect_args(),
        )
        event.listen(engine, "connect", trace_statements)
        self.reader: Engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._lock = threading.Lock()
        self._written: deque[_Written] = deque()
        self._check_at, self._fresh_until = float("-inf"), float("-inf")

    def is_fresh(self) -> bool:
        """Whether what it shows now is at most `staleness_seconds` old. At most one thread looks, the others do not
        wait."""
        if time.monotonic() >= self._check_at and self._lock.acquire(blocking=False):
            try:
                self._check()
            finally:
                self._lock.release()
        return time.monotonic() < self._fresh_until

    def failed(self, error: Exception) -> None:
        """Note that a read failed: the primary is used for a while."""
        if self._fresh_until > float("-inf"):
            logger().warning("replica_failed", problem=describe(error))
        self._fresh_until, self._check_at = float("-inf"), time.monotonic() + RETRY_SECONDS

    def _check(self) -> None:
        now = time.monotonic()
        try:
            with self._primary.reader.connect() as connection:
                self._written.append(_Written(now, int(connection.execute(WRITTEN).scalar_one())))
            with self.reader.connect() as connection:
                replayed = connection.execute(REPLAYED).scalar_one()
        except UNREACHABLE as error:
            self.failed(error)
            return
        while len(self._written) > 1 and now - self._written[0].at > self._staleness + CHECK_SECONDS:
            self._written.popleft()
        self._check_at = now + CHECK_SECONDS
        # What was written until then is there; from then on it grows old.
        seen = [each.at for each in self._written if replayed is None or each.position <= int(replayed)]
        self._fresh_until = max(seen, default=float("-inf")) + self._staleness
