"""Bulkhead: limits the threads of a process that wait for one peer, so that a frozen peer does not stop the others."""

import threading
import time
from collections.abc import Callable

from shared.kit.core.errors import Unavailable

# Half of a process's threads. The other half goes on with requests that do not need this peer.
MAX_CONCURRENT_CALLS = 4
STALLED_AFTER_SECONDS = 0.8


class Bulkhead:
    """At most `MAX_CONCURRENT_CALLS` threads are inside `with` at the same time; others wait for a slot.

    Waiting is worth while as long as calls begin and end. Once none has for `STALLED_AFTER_SECONDS`, the peer is taken
    to be frozen: `with` raises Unavailable (503) at once, for all that wait and all that come, until a call ends.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, *, on_refusal: Callable[[], object] = lambda: None
    ) -> None:
        self._on_refusal = on_refusal
        self._clock, self._slot_freed = clock, threading.Condition()
        self._in_flight, self._last_progress_at = 0, 0.0

    def __enter__(self) -> None:
        with self._slot_freed:
            while self._in_flight == MAX_CONCURRENT_CALLS:
                remaining = self._last_progress_at + STALLED_AFTER_SECONDS - self._clock()
                if remaining <= 0:
                    self._on_refusal()
                    raise Unavailable()
                self._slot_freed.wait(remaining)
            self._in_flight += 1
            self._last_progress_at = self._clock()

    def __exit__(self, *_: object) -> None:
        with self._slot_freed:
            self._in_flight -= 1
            self._last_progress_at = self._clock()
            self._slot_freed.notify()
