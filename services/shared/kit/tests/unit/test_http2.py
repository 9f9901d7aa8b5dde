"""The gateway's side of a connection to a process with open streams, byte by byte, without a network."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.events import (
    ConnectionTerminated,
    DataReceived,
    RemoteSettingsChanged,
    ResponseReceived,
    StreamEnded,
    StreamReset,
)
from h2.settings import SettingCodes
from shared.kit.http2 import PREFACE, STREAMS_PER_CONNECTION, EitherHttp
from uvicorn.config import Config
from uvicorn.server import ServerState

E = TypeVar("E")
Application = Callable[[Any, Any, Any], Awaitable[None]]
REQUEST = [(":method", "GET"), (":scheme", "http"), (":authority", "pairwise.example"), (":path", "/page?cursor=7")]
START = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]}
# The flow-control window of a page that has not changed it.
WINDOW = 65_535
NO_SETTINGS = b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"


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
        """Both ends hear of each other until neither has anything left to say."""
        for _ in range(20):
            if sent := self.h2.data_to_send():
                self.wire.protocol.data_received(sent)
            await asyncio.sleep(0)
            if heard := self.hears():
                self.events += self.h2.receive_data(heard)

    def hears(self) -> bytes:
        heard, self.wire.written = self.wire.written, b""
        return heard

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
    """An app whose every answer begins at once, and goes on when it is told to."""

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


@connected()
async def test_a_request_and_its_answer(line: Line) -> None:
    number = await line.ask([*REQUEST, ("x-pairwise-token", "t")])
    line.pages.goes_on.set()
    await line.settle()

    [scope] = line.pages.scopes
    assert (scope["method"], scope["path"], scope["query_string"]) == ("GET", "/page", b"cursor=7")
    assert scope["headers"] == [(b"host", b"pairwise.example"), (b"x-pairwise-token", b"t")]
    assert line.status(number) == b"200"
    assert line.content(number) == b"here and gone"
    assert line.of(StreamEnded, number)
    assert not line.wire.is_closing(), "it serves more"


@connected()
async def test_many_streams_share_the_connection_and_each_hears_its_own(line: Line) -> None:
    numbers = [await line.ask() for _ in range(5)]
    line.h2.reset_stream(numbers[0])
    await line.settle()
    assert line.pages.left == ["http.disconnect"]

    line.pages.goes_on.set()
    await line.settle()
    assert [line.content(number) for number in numbers] == [b"here"] + [b"here and gone"] * 4
    assert not line.of(StreamReset)


@connected()
async def test_it_says_how_many_streams_it_takes(line: Line) -> None:
    await line.settle()
    [told] = line.of(RemoteSettingsChanged)
    assert told.changed_settings[SettingCodes.MAX_CONCURRENT_STREAMS].new_value == STREAMS_PER_CONNECTION


@connected(to=big(b"x" * 3 * WINDOW))
async def test_a_page_that_takes_nothing_is_sent_its_window_and_no_more(line: Line) -> None:
    number = await line.ask()
    assert len(line.content(number)) == WINDOW
    assert not line.of(StreamEnded)


@connected(to=big(b"x" * 3 * WINDOW))
async def test_a_page_that_takes_what_it_is_sent_gets_the_rest(line: Line) -> None:
    number = await line.ask()
    await line.take(number)
    assert line.content(number) == b"x" * 3 * WINDOW
    assert line.of(StreamEnded, number)


@connected(to=big(b"x" * 2 * WINDOW))
async def test_one_that_takes_nothing_does_not_hold_up_the_others(line: Line) -> None:
    line.h2.increment_flow_control_window(10 * WINDOW)
    slow = await line.ask()
    quick = await line.ask()
    await line.take(quick)

    assert line.of(StreamEnded, quick)
    assert len(line.content(slow)) == WINDOW
    assert not line.of(StreamEnded, slow)


@connected(to=big(b"x" * 2 * WINDOW))
async def test_a_window_that_opens_by_the_settings_lets_go_on(line: Line) -> None:
    line.h2.increment_flow_control_window(10 * WINDOW)
    number = await line.ask()
    line.h2.update_settings({SettingCodes.INITIAL_WINDOW_SIZE: 3 * WINDOW})
    await line.settle()
    assert line.of(StreamEnded, number)


@connected()
async def test_nothing_is_written_while_the_wire_is_full(line: Line) -> None:
    number = await line.ask()
    line.wire.protocol.pause_writing()
    line.pages.goes_on.set()
    await line.settle()
    assert line.content(number) == b"here"

    line.wire.protocol.resume_writing()
    await line.settle()
    assert line.content(number) == b"here and gone"


@connected(to=big(b"x" * 2 * WINDOW))
async def test_a_page_that_leaves_while_it_takes_nothing_is_let_go(line: Line) -> None:
    number = await line.ask()
    line.h2.reset_stream(number)
    await line.settle()
    assert not line.state.tasks
    assert not line.wire.is_closing()


@connected()
async def test_a_page_that_is_gone_before_it_was_let_in(line: Line) -> None:
    number = line.h2.get_next_available_stream_id()
    line.h2.send_headers(number, REQUEST, end_stream=True)
    line.h2.reset_stream(number)
    await line.settle()
    assert line.pages.left == ["http.disconnect"]
    assert not line.of(ResponseReceived)


@connected()
async def test_the_body_of_a_request_is_taken_and_dropped(line: Line) -> None:
    number = await line.ask(end_stream=False)
    for _ in range(10):
        line.h2.send_data(number, b"x" * 16_000)
        await line.settle()
    line.pages.goes_on.set()
    await line.settle()
    assert line.content(number) == b"here and gone"


@connected()
async def test_the_answer_to_head_is_its_headers(line: Line) -> None:
    number = await line.ask([(":method", "HEAD"), *REQUEST[1:]])
    assert line.status(number) == b"200"
    assert line.of(StreamEnded, number)
    assert line.content(number) == b""
    assert line.pages.left == ["http.disconnect"], "nobody waits for more"


@pytest.mark.parametrize(
    "headers",
    [[(":method", "CONNECT"), (":authority", "elsewhere:443")], [(":method", b"G\xff"), *REQUEST[1:]]],
    ids=["a tunnel", "a method of no letters"],
)
def test_unknown_requests_are_refused_by_the_app(headers: Any) -> None:
    @connected()
    async def ask(line: Line) -> None:
        beside = await line.ask()
        await line.ask(headers)
        line.pages.goes_on.set()
        await line.settle()
        assert len(line.pages.scopes) == 2
        assert line.content(beside) == b"here and gone"

    ask()


@connected(to=fails)
async def test_an_answer_that_fails_is_cut_and_the_connection_lives(line: Line) -> None:
    number = await line.ask()
    assert line.of(StreamReset, number)[0].error_code == ErrorCodes.CANCEL
    assert not line.wire.is_closing()


# Stopping


@connected()
async def test_stopping_ends_the_connection_with_the_last_stream_and_refuses_new_ones(line: Line) -> None:
    number = await line.ask()
    line.wire.protocol.shutdown()
    late = await line.ask()
    gone_at_once = line.h2.get_next_available_stream_id()
    line.h2.send_headers(gone_at_once, REQUEST, end_stream=True)
    line.h2.reset_stream(gone_at_once)
    await line.settle()
    assert line.of(StreamReset, late)[0].error_code == ErrorCodes.REFUSED_STREAM
    assert not line.wire.is_closing()

    line.pages.goes_on.set()
    await line.settle()
    assert line.content(number) == b"here and gone"
    assert line.of(ConnectionTerminated)[0].error_code == ErrorCodes.NO_ERROR
    assert line.wire.is_closing()
    assert len(line.pages.scopes) == 1


@connected()
async def test_stopping_ends_an_idle_connection_at_once(line: Line) -> None:
    await line.settle()
    line.wire.protocol.shutdown()
    await line.settle()
    assert line.of(ConnectionTerminated)
    assert not line.state.connections


@connected()
async def test_a_gateway_that_says_goodbye_leaves_all_its_pages(line: Line) -> None:
    for _ in range(3):
        await line.ask()
    line.h2.close_connection()
    await line.settle()
    assert line.pages.left == ["http.disconnect"] * 3
    assert not line.state.tasks
    assert line.wire.is_closing()


@connected()
async def test_a_gateway_that_is_gone_leaves_all_its_pages(line: Line) -> None:
    for _ in range(3):
        await line.ask()
    line.wire.protocol.pause_writing()
    line.wire.close()
    await line.settle()
    assert line.pages.left == ["http.disconnect"] * 3
    assert not line.state.tasks
    assert not line.state.connections


# Input that is no HTTP


@pytest.mark.parametrize(
    "bytes_sent",
    [
        PREFACE + NO_SETTINGS + b"\x00\x00\x01\x04\x00\x00\x00\x00\x00x",
        PREFACE + NO_SETTINGS + b"\x00\x00\x01\x00\x00\x00\x00\x00\x01x",
        PREFACE + NO_SETTINGS + b"\x00\x00\x01\x01\x05\x00\x00\x00\x01\xff",
        PREFACE + NO_SETTINGS + b"\x00\x40\x01\x00\x00\x00\x00\x00\x01" + b"x" * 16_385,
    ],
    ids=["half a setting", "data of no stream", "headers that are none", "a frame that is too long"],
)
def test_a_connection_that_speaks_otherwise_is_told_so_and_ended(bytes_sent: bytes) -> None:
    @connected()
    async def send(line: Line) -> None:
        line.h2.data_to_send()
        line.wire.protocol.data_received(bytes_sent)
        await line.settle()
        assert line.of(ConnectionTerminated)[0].error_code != ErrorCodes.NO_ERROR
        assert line.wire.is_closing()
        assert line.pages.scopes == []

    send()


@connected()
async def test_all_that_the_gateway_lets_through_is_taken_and_not_much_more(line: Line) -> None:
    beside = await line.ask()
    await line.ask([*REQUEST, *((f"x-{number}", "x" * 200) for number in range(80))])
    assert len(line.pages.scopes) == 2

    await line.ask([*REQUEST, ("x-endless", "x" * 70_000)])
    assert len(line.pages.scopes) == 2
    assert line.of(ConnectionTerminated)[0].error_code == ErrorCodes.ENHANCE_YOUR_CALM
    assert line.pages.left, beside


@connected()
async def test_the_preface_may_come_in_pieces(line: Line) -> None:
    number = line.h2.get_next_available_stream_id()
    line.h2.send_headers(number, REQUEST, end_stream=True)
    for byte in line.h2.data_to_send():
        line.wire.protocol.data_received(bytes([byte]))
    line.pages.goes_on.set()
    await line.settle()
    assert line.content(number) == b"here and gone"


@pytest.mark.parametrize("beginning", ["GET", "PUT", "PROPFIND"])
def test_probes_speak_the_older_http_at_the_same_port(beginning: str) -> None:
    @connected()
    async def ask(line: Line) -> None:
        line.pages.goes_on.set()
        for byte in f"{beginning} /health/ready HTTP/1.1\r\nHost: x\r\n\r\n".encode():
            line.wire.protocol.data_received(bytes([byte]))
        for _ in range(20):
            await asyncio.sleep(0)
        assert line.hears().startswith(b"HTTP/1.1 200 OK\r\n")
        assert (line.pages.scopes[0]["http_version"], line.pages.scopes[0]["path"]) == ("1.1", "/health/ready")

    ask()


@connected()
async def test_the_older_http_refuses_what_is_malformed(line: Line) -> None:
    line.wire.protocol.data_received(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n")
    assert line.hears().startswith(b"HTTP/1.1 400 ")
    assert line.pages.scopes == []
