"""Health server of processes without HTTP: /health/live, /health/ready and /metrics on a port of its own."""

import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

import structlog
from prometheus_client import CONTENT_TYPE_LATEST

from shared.kit.core.telemetry import scraped

log = structlog.get_logger(__name__)


class HealthServer:
    """Serves while the block runs. Liveness means that the process answers, readiness that `is_ready` does."""

    def __init__(self, listen: str, is_ready: Callable[[], bool]) -> None:
        host, _, port = listen.rpartition(":")
        self._server = Server((host or "127.0.0.1", int(port)), _handler(is_ready))
        self._address = self._server.socket.getsockname()[:2]

    def __enter__(self) -> Self:
        # Without a poll interval: by default it wakes twice a second to see whether it is to stop.
        threading.Thread(target=self._server.serve_forever, args=[None], daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        stopping = threading.Thread(target=self._server.shutdown)
        stopping.start()
        while stopping.is_alive():
            # A connection ends the wait of the server, which then sees that it is to stop.
            with suppress(OSError):
                socket.create_connection(self._address, timeout=1).close()
            stopping.join(0.05)
        self._server.server_close()


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a probe that left before its answer; the library would print a traceback among the lines."""
        if not isinstance(sys.exception(), ConnectionError):
            log.exception("health_check_failed")


def _handler(is_ready: Callable[[], bool]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/health/live":
                self._answer(200, b"live\n")
            elif self.path == "/health/ready":
                ready = is_ready()
                self._answer(200 if ready else 503, b"ready\n" if ready else b"not ready\n")
            elif self.path == "/metrics":
                self._answer(200, scraped(), CONTENT_TYPE_LATEST)
            else:
                self._answer(404, b"not found\n")

        def _answer(self, status: int, body: bytes, content_type: str = "text/plain") -> None:
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """No access log: probes come every few seconds."""

    return Handler
