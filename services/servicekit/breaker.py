import threading
import time
from collections.abc import Callable

FAILURES = 4


class Breaker:
    """After some failures in a row nobody asks for a while; then one asks, and its answer opens the way or not."""

    def __init__(self, rest_seconds: float = 10.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._rest_seconds, self._clock, self._lock = rest_seconds, clock, threading.Lock()
        self._failures, self._rests_until = 0, 0.0

    def lets_pass(self) -> bool:
        with self._lock:
            if self._failures < FAILURES:
                return True
            if self._clock() < self._rests_until:
                return False
            # This caller tries for all; the others go on resting until it knows.
            self._rests_until = self._clock() + self._rest_seconds
            return True

    def succeeded(self) -> None:
        with self._lock:
            self._failures = 0

    def failed(self) -> None:
        with self._lock:
            self._failures += 1
            self._rests_until = self._clock() + self._rest_seconds
