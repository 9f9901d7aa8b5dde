"""Start, health and shutdown of every stand-in, and its refusal to run in production."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from standins import log

SECONDS_TO_FINISH = 3
TICK_SECONDS = 0.5


@dataclass(frozen=True)
class Address:
    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> "Address":
        host, _, port = text.rpartition(":")
        if not host or not port.isdecimal():
            raise ValueError(f"{text!r} is not HOST:PORT")
        return cls(host, int(port))


def refuse_production(name: str) -> None:
    """Exit in production: payments and mails there must reach the real parties."""
    if os.environ.get("PAIRWISE_ENV", "production") == "production":
        sys.exit(f"{name} is a stand-in for development and tests; it refuses to start with PAIRWISE_ENV=production.")


def setting(name: str) -> str:
    value = os.environ.get(name, "").strip()
    return value or _refuse(f"{name} is not set.")


def address_setting(name: str) -> Address:
    try:
        return Address.parse(setting(name))
    except ValueError as error:
        _refuse(f"{name}: {error}.")


def state_directory() -> Path:
    directory = Path(setting("STATE_DIR"))
    directory.mkdir(parents=True, exist_ok=True)
    return directory


def health_routes(is_ready: Callable[[], bool]) -> list[Route]:
    def live(request: Request) -> JSONResponse:
        return JSONResponse({"status": "live"})

    # `async`, so that the question is asked on the event loop, where the state lives.
    async def ready(request: Request) -> JSONResponse:
        return JSONResponse({"status": "ready"}) if is_ready() else JSONResponse({"status": "not ready"}, 503)

    return [Route("/health/live", live), Route("/health/ready", ready)]


class Server(uvicorn.Server):
    async def main_loop(self) -> None:
        """uvicorn's own wakes ten times a second to see whether it is to stop."""
        while not await self.on_tick(0):
            await asyncio.sleep(TICK_SECONDS)


def serve(app: Starlette, listen: Address, name: str) -> None:
    """Serve until SIGTERM or Ctrl-C; requests under way get a moment to finish, then the process ends with 0."""
    log.to_stdout(name)
    # The server hands the signal on once it has stopped; a finished stop is a success.
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: sys.exit(0))
    server = Server(
        uvicorn.Config(
            app,
            host=listen.host,
            port=listen.port,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=SECONDS_TO_FINISH,
        )
    )
    server.run()
    if not server.started:
        sys.exit(1)


def _refuse(reason: str) -> NoReturn:
    sys.exit(f"Cannot start: {reason}")
