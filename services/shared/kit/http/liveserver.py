"""uvicorn with the settings of every live process."""

import asyncio
import socket
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import uvicorn

from shared.kit.core.stopping import Stopping
from shared.kit.http.http2 import EitherHttp

# The time in the Date header is refreshed this often. uvicorn's own loop would wake ten times a second.
TICK_SECONDS = 1.0
GRACE_SECONDS = 5


def serve(app: Any, addresses: Sequence[str], stopping: Stopping) -> None:
    """Serve until the process is to stop, then end the app's streams and finish its other requests."""
    config = uvicorn.Config(
        app,
        http=EitherHttp,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = Server(config, stopping)
    server.run([listener(address) for address in addresses])
    if not server.started:
        raise RuntimeError("uvicorn did not start")


class Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, stopping: Stopping) -> None:
        super().__init__(config)
        self._stopping = stopping

    async def main_loop(self) -> None:
        """Serve until `stopping`, or until uvicorn is to exit; wakes once in `TICK_SECONDS`."""
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()

        def stop() -> None:
            with suppress(RuntimeError):  # the loop has ended by itself
                loop.call_soon_threadsafe(stopped.set)

        self._stopping.call(stop)
        while not stopped.is_set() and not await self.on_tick(0):
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK_SECONDS):
                    await stopped.wait()
        app: Any = self.config.app
        app.close()


def listener(address: str) -> socket.socket:
    """Listen on this address, for a server of asyncio."""
    host, _, port = address.rpartition(":")
    listener = socket.create_server(
        (host.strip("[]"), int(port)), family=socket.AF_INET6 if "]" in host else socket.AF_INET
    )
    # Inherited by accepted sockets. asyncio sets it only for sockets made with IPPROTO_TCP, and without it the body
    # of an answer waits 40 ms for the acknowledgement of its headers.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
