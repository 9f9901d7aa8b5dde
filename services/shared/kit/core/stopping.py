"""The end of a process: SIGTERM or SIGINT, or the end of one of its parts."""

import signal
import threading
from collections.abc import Callable
from queue import SimpleQueue


class Stopping:
    """Calls back once the process is to stop.

    A signal handler only puts into a `SimpleQueue`, which it may do at any moment; callbacks run in the thread that
    waits, so they may take locks.
    """

    def __init__(self) -> None:
        self._asked: SimpleQueue[None] = SimpleQueue()
        self._lock = threading.Lock()
        self._callbacks: list[Callable[[], object]] = []
        self._is_stopping = False

    def listen(self) -> None:
        """Stop at SIGTERM and SIGINT. Only the main thread may call this."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.ask())

    def ask(self) -> None:
        """Begin to stop; further calls change nothing."""
        self._asked.put(None)

    def call(self, callback: Callable[[], object]) -> None:
        """Call this when the process is to stop, or at once if it already is."""
        with self._lock:
            if not self._is_stopping:
                self._callbacks.append(callback)
                return
        callback()

    def wait(self) -> None:
        """Wait until somebody asks, then call everybody back."""
        self._asked.get()
        with self._lock:
            self._is_stopping = True
        for callback in self._callbacks:
            callback()
