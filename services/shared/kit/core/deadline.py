"""A limit on the whole of an exchange over a connection."""

import math
import os
import socket
import time
from contextlib import suppress
from threading import Condition, Thread
from types import TracebackType
from typing import Protocol, Self


class Connection(Protocol):
    """A client of `http.client` or `smtplib`: it has a socket once it is connected."""

    sock: socket.socket | None


class Deadline:
    """Shuts the socket of `connection` down after `seconds`, so that the thread that reads from it goes on.

    Socket timeouts are for each read: a server that sends a byte a second keeps a thread for as long as it likes.
    """

    def __init__(self, seconds: float) -> None:
        self.connection: Connection | None = None
        self.has_passed = False
        self._seconds, self.at = seconds, math.inf

    def __enter__(self) -> Self:
        self.at = time.monotonic() + self._seconds
        _watch.add(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.cancel()

    def cancel(self) -> None:
        """The exchange is over in time."""
        _watch.remove(self)

    def end(self) -> None:
        """The exchange is not over in time."""
        self.has_passed = True
        # Read once: the thread of the exchange sets it to None when it gives up at the same moment.
        sock = self.connection.sock if self.connection is not None else None
        if sock is not None:
            # Not the method of an SSL socket, which drops the session that the other thread reads from.
            with suppress(OSError):
                socket.socket.shutdown(sock, socket.SHUT_RDWR)


class _Watch:
    """Ends the exchanges of this process in one thread: a timer each would start a thread for every request."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._running: set[Deadline] = set()
        self._next = math.inf
        self._thread: Thread | None = None

    def add(self, deadline: Deadline) -> None:
        with self._changed:
            self._running.add(deadline)
            if self._thread is None:
                self._thread = Thread(target=self._end_passed, name="deadlines", daemon=True)
                self._thread.start()
            elif deadline.at < self._next:
                self._changed.notify()

    def remove(self, deadline: Deadline) -> None:
        # The lock is held while a connection is shut down, so none is shut down after this.
        with self._changed:
            self._running.discard(deadline)

    def _end_passed(self) -> None:
        with self._changed:
            while True:
                now = time.monotonic()
                for deadline in [each for each in self._running if each.at <= now]:
                    self._running.remove(deadline)
                    deadline.end()
                self._next = min((each.at for each in self._running), default=math.inf)
                self._changed.wait(None if self._next == math.inf else self._next - now)


_watch = _Watch()
# A worker has none of the threads of the process that it was forked from.
os.register_at_fork(after_in_child=_watch.__init__)  # type: ignore[misc]
