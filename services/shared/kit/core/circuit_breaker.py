"""Circuit breaker around calls to one other party, so that a party that is down does not take our threads."""

import threading
import time
from collections.abc import Callable

FAILURES = 4


class CircuitBreaker:
    """Closed until `FAILURES` calls in a row failed, then open: `allows_call` is False for `open_seconds`.

    After that it is half-open: it allows one call as a probe, and refuses the others for another `open_seconds` or
    until the probe is reported. `succeeded` closes the circuit, `failed` opens it again. Safe for threads.
    """

    def __init__(self, open_seconds: float = 10.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._open_seconds, self._clock, self._lock = open_seconds, clock, threading.Lock()
        self._failures, self._open_until = 0, 0.0

    def allows_call(self) -> bool:
        """Whether to call now. A caller that got True reports the outcome by `succeeded` or `failed`."""
        with self._lock:
            if self._failures < FAILURES:
                return True
            if self._clock() < self._open_until:
                return False
            # Half-open. Extending the time makes this caller the only probe.
            self._open_until = self._clock() + self._open_seconds
            return True

    def succeeded(self) -> None:
        """Report an answer in time: the circuit is closed."""
        with self._lock:
            self._failures = 0

    def failed(self) -> None:
        """Report a call without an answer in time: after `FAILURES` in a row the circuit is open."""
        with self._lock:
            self._failures += 1
            self._open_until = self._clock() + self._open_seconds
