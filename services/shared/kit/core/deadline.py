"""A limit on the whole of an exchange over a connection."""

import socket
from contextlib import suppress
from threading import Timer
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
        self._timer = Timer(seconds, self._end)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.cancel()

    def cancel(self) -> None:
        """The exchange is over in time."""
        self._timer.cancel()

    def _end(self) -> None:
        self.has_passed = True
        if self.connection is not None and self.connection.sock is not None:
            # Not the method of an SSL socket, which drops the session that the other thread reads from.
            with suppress(OSError):
                socket.socket.shutdown(self.connection.sock, socket.SHUT_RDWR)
