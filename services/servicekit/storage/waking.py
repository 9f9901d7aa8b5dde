"""Waking who sleeps until a commit: after it, and out of its way.

NOTIFY within a transaction makes its commit wait for all others that notify, in every database of the server, each with
its own write to the disk: 4,400 commits a second over four connections became 1,400; 5,200 over sixteen, 760. So it is
told afterwards, in a transaction that has nothing to write. A process that dies in between wakes nobody, and one whose
transaction was undone wakes somebody for nothing: whoever sleeps also looks around.
"""

import threading
import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import psycopg
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

# By this the triggers, which wake for everyone else, know that it is done here.
WAKES_ITSELF = "-c kit.wakes_after_commit=on"
OUTBOX = "outbox"

# After each telling the next is let grow for a moment: the first after a silence goes at once. A relay lets events
# gather for longer after each batch, and would hear of them in vain meanwhile.
GATHER_SECONDS, OUTBOX_GATHER_SECONDS = 0.05, 0.3
WAKES = "wakes"
NOTIFY = """
SELECT set_config('synchronous_commit', 'off', true), pg_notify(channel, payload)
FROM unnest(%(channels)s::text[], %(payloads)s::text[]) AS told (channel, payload)
"""

Wake = tuple[str, str]


def wake_after_commit(session: Session, channel: str, payloads: Collection[str] = ("",)) -> None:
    """Let those who listen to this channel know when the unit of work of this session has ended."""
    session.info.setdefault(WAKES, set()).update((channel, payload) for payload in payloads)


def wakes_of(session: Session) -> Collection[Wake]:
    wakes: set[Wake] = session.info.pop(WAKES, set())
    return wakes


class Waking:
    """Tells in the background. What comes while it tells goes together."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._lock = threading.Lock()
        self._waiting: set[Wake] = set()
        self._is_telling = False
        self._outbox_again_at = 0.0
        # Its thread begins with the first wake, in the process that wakes.
        self._teller = ThreadPoolExecutor(1, thread_name_prefix="waking")

    def tell(self, wakes: Collection[Wake]) -> None:
        if not wakes:
            return
        with self._lock:
            self._waiting.update(wakes)
            if self._is_telling:
                return
            self._is_telling = True
        with suppress(RuntimeError):  # the process ends
            self._teller.submit(self._tell_all)

    def _tell_all(self) -> None:
        while (wakes := self._next()) is not None:
            if wakes:
                channels, payloads = zip(*wakes, strict=True)
                with suppress(SQLAlchemyError, psycopg.Error), self._engine.connect() as connection:
                    driver: Any = connection.connection.driver_connection
                    driver.execute(NOTIFY, {"channels": list(channels), "payloads": list(payloads)})
            time.sleep(GATHER_SECONDS)

    def _next(self) -> Collection[Wake] | None:
        """Whom to wake now, which may be nobody yet; None when nobody waits to be woken."""
        with self._lock:
            self._is_telling = bool(self._waiting)
            if not self._waiting:
                return None
            now = time.monotonic()
            wakes = {wake for wake in self._waiting if wake[0] != OUTBOX or now >= self._outbox_again_at}
            self._waiting -= wakes
            if any(channel == OUTBOX for channel, _ in wakes):
                self._outbox_again_at = now + OUTBOX_GATHER_SECONDS
            return wakes
