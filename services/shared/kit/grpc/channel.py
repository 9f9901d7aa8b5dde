import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import grpc

# gRPC retries by itself, within the deadline. Every call is a read or carries an idempotency key, so a retry is safe.
SERVICE_CONFIG = {
    "loadBalancingConfig": [{"round_robin": {}}],
    "methodConfig": [
        {
            "name": [{}],
            "retryPolicy": {
                "maxAttempts": 4,
                "initialBackoff": "0.1s",
                "maxBackoff": "1s",
                "backoffMultiplier": 2,
                # A server that shuts down cancels the calls it has not begun.
                "retryableStatusCodes": ["UNAVAILABLE", "CANCELLED"],
            },
        }
    ],
}
OPTIONS = [
    ("grpc.service_config", json.dumps(SERVICE_CONFIG)),
    # Replaced pods are found within 5 s; by default gRPC resolves a name at most twice a minute.
    ("grpc.dns_min_time_between_resolutions_ms", 5000),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.keepalive_time_ms", 20000),
]
IDLE_SECONDS = 60.0


class IdleChannel:
    """A channel that the first call opens, and that is closed after `idle_seconds` without calls.

    Threads of gRPC wake ten times a second while a process has a channel, also an idle one. Safe for threads.
    """

    def __init__(
        self, address: str, stub: Callable[[grpc.Channel], Any], *, idle_seconds: float = IDLE_SECONDS
    ) -> None:
        self._address, self._make_stub, self._idle_seconds = address, stub, idle_seconds
        self._lock = threading.Lock()
        self._channel: grpc.Channel | None = None
        self._calls, self._used_at = 0, 0.0

    @property
    def is_open(self) -> bool:
        """Whether gRPC's threads run for it."""
        return self._channel is not None

    @contextmanager
    def stub(self) -> Iterator[Any]:
        """The stub of the open channel, which stays open within the block."""
        with self._lock:
            if self._channel is None:
                self._channel = grpc.insecure_channel(self._address, options=OPTIONS)
                self._stub = self._make_stub(self._channel)
                self._look_after(self._idle_seconds)
            self._calls += 1
            stub = self._stub
        try:
            yield stub
        finally:
            with self._lock:
                self._calls -= 1
                self._used_at = time.monotonic()

    def close(self) -> None:
        """Close it now: running calls are cancelled. A later call opens it again."""
        with self._lock:
            channel, self._channel = self._channel, None
            if channel:
                self._timer.cancel()
        if channel:
            channel.close()

    def _look_after(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self._close_if_idle)
        self._timer.daemon = True
        self._timer.start()

    def _close_if_idle(self) -> None:
        with self._lock:
            if self._channel is None:
                return
            left = self._idle_seconds if self._calls else self._used_at + self._idle_seconds - time.monotonic()
            if left > 0:
                self._look_after(left)
                return
            channel, self._channel = self._channel, None
        channel.close()
