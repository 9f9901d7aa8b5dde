"""The gateway's side of a connection, byte by byte, without a socket."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from h2.connection import H2Connection
from h2.events import DataReceived, ResponseReceived
from shared.kit.http.http2 import EitherHttp
from uvicorn.config import Config
from uvicorn.server import ServerState

E = TypeVar("E")


Application = Callable[[Any, Any, Any], Awaitable[None]]


REQUEST = [(":method", "GET"), (":scheme", "http"), (":authority", "pairwise.example"), (":path", "/page?cursor=7")]


START = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]}


def body(content: bytes, *, more: bool = False) -> dict[str, Any]:
    return {"type": "http.response.body", "body": content, "more_body": more}


class Wire(asyncio.Transport):
    """Keeps what the server writes; `is_full` as if the other end read nothing."""

    def __init__(self, protocol: asyncio.Protocol) -> None:
        super().__init__()
        self.protocol: Any = protocol
        self.written, self._is_closing = b"", False
        protocol.connection_made(self)

    def write(self, data: Any) -> None:
        self.written += data

    def close(self) -> None:
        if not self._is_closing:
            self._is_closing = True
            asyncio.get_running_loop().call_soon(self.protocol.connection_lost, None)

    def is_closing(self) -> bool:
        return self._is_closing

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Line:
    """One connection: the frames sent to the server, and its answers."""

    def __init__(self, app: Application | None) -> None:
        self.pages = Pages()
        config = Config(app or self.pages, interface="asgi3", lifespan="off", log_config=None)
        config.load()
        self.state = ServerState()
        self.wire = Wire(EitherHttp(config, self.state, {}))
        self.h2 = H2Connection()
        self.h2.initiate_connection()
        self.events: list[Any] = []

    async def ask(self, headers: Any = REQUEST, **options: Any) -> int:
        number = self.h2.get_next_available_stream_id()
        self.h2.send_headers(number, headers, **({"end_stream": True} | options))
        await self.settle()
        return number

    async def settle(self) -> None:
        """Exchange bytes until neither end has anything left to send."""
        for _ in range(20):
            if sent := self.h2.data_to_send():
                self.wire.protocol.data_received(sent)
            await asyncio.sleep(0)
            if output := self.take_output():
                self.events += self.h2.receive_data(output)

    def take_output(self) -> bytes:
        output, self.wire.written = self.wire.written, b""
        return output

    def of(self, kind: type[E], stream: int | None = None) -> list[E]:
        return [e for e in self.events if isinstance(e, kind) and (stream is None or e.stream_id == stream)]  # type: ignore[attr-defined]

    def content(self, stream: int) -> bytes:
        return b"".join(bytes(event.data) for event in self.of(DataReceived, stream))

    def status(self, stream: int) -> bytes:
        return dict(self.of(ResponseReceived, stream)[0].headers)[b":status"]

    async def take(self, stream: int) -> None:
        """The page takes all it is sent, until nothing comes any more."""
        taken = 0
        while events := self.of(DataReceived, stream)[taken:]:
            taken += len(events)
            for event in events:
                self.h2.acknowledge_received_data(event.flow_controlled_length, stream)
            await self.settle()


class Pages:
    """An app whose every answer begins at once, and goes on when `goes_on` is set."""

    def __init__(self) -> None:
        self.scopes: list[Any] = []
        self.left: list[str] = []
        self.goes_on = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        await send(START)
        await send(body(b"here", more=True))
        leaving, going_on = asyncio.ensure_future(receive()), asyncio.ensure_future(self.goes_on.wait())
        await asyncio.wait([leaving, going_on], return_when=asyncio.FIRST_COMPLETED)
        if leaving.done():
            self.left.append(leaving.result()["type"])
        leaving.cancel()
        going_on.cancel()
        await send(body(b" and gone"))


Test = Callable[[Line], Awaitable[None]]


def connected(*, to: Application | None = None) -> Callable[[Test], Callable[[], None]]:
    """The test gets a connection to pages, or to this app."""

    def decorate(test: Test) -> Callable[[], None]:
        async def run() -> None:
            line = Line(to)
            await test(line)
            line.wire.close()
            await asyncio.gather(*line.state.tasks)

        return lambda: asyncio.run(run())

    return decorate


def big(content: bytes) -> Application:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send(START)
        await send(body(content))

    return app


async def fails(scope: Any, receive: Any, send: Any) -> None:
    await send(START)
    raise RuntimeError("this app is broken")
