"""A live process in a thread, and pages that listen to it."""

import json
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Self
from uuid import UUID

import httpx
import uvicorn
from chat.live import LiveApp
from chat.wiring import Wiring
from h2.connection import H2Connection
from h2.events import DataReceived, StreamEnded, StreamReset
from h2.events import Event as H2Event
from shared.kit.core.stopping import Stopping
from shared.kit.http import SITE_HEADER, TOKEN_HEADER
from shared.kit.http.http2 import EitherHttp
from shared.kit.http.liveserver import Server
from shared.kit.testing.tokens import KeyPair

# Long enough for a busy machine: no test judges speed.
TIMEOUT_SECONDS = 60
SITE = "pairwise"


@dataclass(frozen=True)
class Event:
    name: str
    data: dict[str, Any]
    id: int | None


class Page:
    """An open page: the events of its stream, in order."""

    def __init__(self, url: str, token: str, cursor: int | None) -> None:
        self._events: queue.Queue[Event | None] = queue.Queue()
        # As the gateway comes: HTTP/2 from the first byte.
        self._client = httpx.Client(
            base_url=url,
            headers={TOKEN_HEADER: token, SITE_HEADER: SITE},
            timeout=TIMEOUT_SECONDS,
            http1=False,
            http2=True,
        )
        headers = {} if cursor is None else {"Last-Event-ID": str(cursor)}
        self._response = self._client.send(
            self._client.build_request("GET", "/api/stream.php", headers=headers), stream=True
        )
        assert self._response.status_code == 200, self._response.read()
        self.cursor = cursor
        threading.Thread(target=self._listen, daemon=True).start()

    def next(self, seconds: float = TIMEOUT_SECONDS) -> Event:
        event = self._events.get(timeout=seconds)
        assert event is not None, "the stream has ended"
        if event.id is not None:
            self.cursor = event.id
        return event

    def wait_for_end(self, seconds: float = TIMEOUT_SECONDS) -> None:
        while self._events.get(timeout=seconds) is not None:
            pass

    def receives_nothing(self, seconds: float = 0.5) -> bool:
        time.sleep(seconds)
        return self._events.empty()

    def close(self) -> None:
        # The listening thread still reads from it: closing alone would wait for the next ping.
        with suppress(OSError):
            self._response.extensions["network_stream"].get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        self._response.close()
        self._client.close()

    def _listen(self) -> None:
        fields: dict[str, str] = {}
        try:
            for line in self._response.iter_lines():
                if line == "" and "data" in fields:
                    number = int(fields["id"]) if "id" in fields else None
                    self._events.put(Event(fields["event"], json.loads(fields["data"]), number))
                name, _, value = line.partition(": ")
                fields = {} if line == "" else {**fields, name: value}
        except (httpx.HTTPError, httpx.StreamError):
            pass
        self._events.put(None)


@dataclass(frozen=True)
class Live:
    url: str
    keys: KeyPair
    stopping: Stopping

    def stop(self) -> None:
        """Stop as at SIGTERM."""
        self.stopping.ask()
        self.stopping.wait()

    @contextmanager
    def page(self, member_id: UUID, cursor: int | None = None, **token: Any) -> Iterator[Page]:
        """An open page of this member. Without a cursor it has chunk its hello."""
        page = Page(self.url, self.keys.token(member_id, **token), cursor)
        if cursor is None:
            assert page.next().name == "hello"
        try:
            yield page
        finally:
            page.close()


@contextmanager
def live_process(wiring: Wiring, keys: KeyPair) -> Iterator[Live]:
    listening = socket.create_server(("127.0.0.1", 0))
    # Long enough for a busy machine: what has no end of its own is to be ended, not cut.
    config = uvicorn.Config(LiveApp(wiring), http=EitherHttp, log_level="warning", timeout_graceful_shutdown=60)
    stopping = Stopping()
    server = Server(config, stopping)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not server.started:
        assert time.monotonic() < deadline, "the live process did not start"
        time.sleep(0.01)
    try:
        yield (live := Live(f"http://127.0.0.1:{listening.getsockname()[1]}", keys, stopping))
    finally:
        live.stop()
        thread.join()


class GatewayLine:
    """One HTTP/2 connection as the gateway makes it, with many streams; `takes`: whether its window is reopened."""

    def __init__(self, port: int, *, takes: bool = True) -> None:
        self.received: dict[int, bytes] = {}
        self.ended: set[int] = set()
        self._takes = takes
        self._line = socket.create_connection(("127.0.0.1", port), TIMEOUT_SECONDS)
        self._h2 = H2Connection()
        self._h2.initiate_connection()

    def open(self, token: str) -> int:
        number = self._h2.get_next_available_stream_id()
        request = {":method": "GET", ":scheme": "http", ":authority": "localhost", ":path": "/api/stream.php"}
        self._h2.send_headers(number, [*request.items(), (TOKEN_HEADER, token), (SITE_HEADER, SITE)], end_stream=True)
        self.received[number] = b""
        self._line.sendall(self._h2.data_to_send())
        return number

    def until(self, happened: Callable[[], bool]) -> None:
        while not happened():
            chunk = self._line.recv(65_536)
            assert chunk, self.received
            for event in self._h2.receive_data(chunk):
                self._take(event)
            self._line.sendall(self._h2.data_to_send())

    def _take(self, event: H2Event) -> None:
        if isinstance(event, DataReceived):
            self.received[event.stream_id] += event.data
            if self._takes:
                self._h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, StreamEnded | StreamReset):
            self.ended.add(event.stream_id)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()
