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

# After each telling the next is let grow for a moment: the first after a silence goes at once.
GATHER_SECONDS = 0.05
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
        while wakes := self._next():
            channels, payloads = zip(*wakes, strict=True)
            with suppress(SQLAlchemyError, psycopg.Error), self._engine.connect() as connection:
                driver: Any = connection.connection.driver_connection
                driver.execute(NOTIFY, {"channels": list(channels), "payloads": list(payloads)})
            time.sleep(GATHER_SECONDS)

    def _next(self) -> Collection[Wake]:
        with self._lock:
            wakes, self._waiting = self._waiting, set()
            self._is_telling = bool(wakes)
        return wakes
