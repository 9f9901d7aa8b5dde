"""HTTP/2 for uvicorn, with backpressure: thousands of event streams over a few connections of the gateway.

uvicorn speaks HTTP/1.1 only, which would cost the gateway a connection for each open page. hypercorn speaks HTTP/2 and
was tried: its stream buffer keeps 1,000 writes for a page that does not read, so slow pages fill the memory of the
process. Here `send` waits until the flow-control window of the stream opens, and nothing is buffered.

This module can be deleted once hypercorn's `send` waits for the window of the stream, or uvicorn serves HTTP/2 with
such backpressure. It reads no request bodies, because the requests of event streams have none.
"""

import asyncio
from contextlib import suppress
from typing import Any

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.events import (
    ConnectionTerminated,
    DataReceived,
    RemoteSettingsChanged,
    RequestReceived,
    StreamReset,
    WindowUpdated,
)
from h2.exceptions import ProtocolError, StreamClosedError
from h2.settings import SettingCodes, Settings
from starlette.types import Message, Scope
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from shared.kit.core.errors_in_logs import describe
from shared.kit.core.logs import logger

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
# The gateway opens another connection beyond these; it knows the same number (gateway/clusters.py).
STREAMS_PER_CONNECTION = 500
DISCONNECT = {"type": "http.disconnect"}


class EitherHttp(asyncio.Protocol):
    """Protocol detection by the connection preface: the gateway speaks HTTP/2, probes and scrapers HTTP/1.1."""

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any], **_: Any) -> None:
        self._server = (config, server_state, app_state)
        self._first = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport for the protocol that the first bytes choose."""
        self._transport: asyncio.Transport = transport  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Collect bytes until they can be told from the preface, then hand the connection to that protocol."""
        self._first += data
        if len(self._first) < len(PREFACE) and PREFACE.startswith(self._first):
            return
        is_http2 = self._first.startswith(PREFACE)
        chosen = Http2(*self._server) if is_http2 else HttpToolsProtocol(*self._server)
        self._transport.set_protocol(chosen)
        chosen.connection_made(self._transport)
        chosen.data_received(self._first)


class Http2(asyncio.Protocol):
    """One connection of the gateway and the streams on it."""

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        self._app, self._server, self._app_state = config.loaded_app, server_state, app_state
        self._h2 = H2Connection(H2Configuration(client_side=False, header_encoding=None))
        limits = {SettingCodes.MAX_CONCURRENT_STREAMS: STREAMS_PER_CONNECTION}
        self._h2.local_settings = Settings(client=False, initial_values=limits)
        self._streams: dict[int, Stream] = {}
        self._writable = asyncio.Event()
        self._writable.set()
        self._is_stopping = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register the connection with the server and send our settings."""
        self._transport: asyncio.Transport = transport  # type: ignore[assignment]
        self._server.connections.add(self)  # type: ignore[arg-type]
        self._h2.initiate_connection()
        self.flush()

    def connection_lost(self, _: Exception | None) -> None:
        """Disconnect the streams and wake every `send` that waits for the transport."""
        self._server.connections.discard(self)
        self._abort()
        self._writable.set()

    def pause_writing(self) -> None:
        """Make every `send` wait: the buffer of the transport is full."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """Let `send` go on: the buffer of the transport has drained."""
        self._writable.set()

    def shutdown(self) -> None:
        """Drain: the streams end by themselves, and the connection closes with the last of them."""
        self._is_stopping = True
        self._close_when_done()

    def data_received(self, data: bytes) -> None:
        """Handle the frames in `data`. After a violation of the protocol the connection is closed."""
        try:
            for event in self._h2.receive_data(data):
                self._handle(event)
        except ProtocolError as error:
            logger().warning("http2_protocol_error", problem=describe(error))
            self.flush()
            self._abort()
        self.flush()

    def _abort(self) -> None:
        """Close the connection and disconnect its streams."""
        for stream in self._streams.values():
            stream.disconnect()
        self._transport.close()

    def _handle(self, event: Any) -> None:
        match event:
            case RequestReceived():
                self._begin(event)
            case DataReceived():
                self._h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            case StreamReset():
                if stream := self._streams.get(event.stream_id):
                    stream.disconnect()
            case WindowUpdated(stream_id=0) | RemoteSettingsChanged():
                for stream in self._streams.values():
                    stream.window_opened()
            case WindowUpdated():
                if stream := self._streams.get(event.stream_id):
                    stream.window_opened()
            case ConnectionTerminated():
                self._abort()

    def _begin(self, request: RequestReceived) -> None:
        if self._is_stopping:
            # REFUSED_STREAM means that nothing was processed, so the gateway retries at the successor.
            with suppress(StreamClosedError):
                self._h2.reset_stream(request.stream_id, ErrorCodes.REFUSED_STREAM)
            return
        scope = self._scope(request)
        stream = Stream(self, self._h2, request.stream_id, has_body=scope["method"] != "HEAD")
        self._streams[request.stream_id] = stream
        task = asyncio.get_running_loop().create_task(self._answer(stream, scope))
        self._server.tasks.add(task)
        task.add_done_callback(self._server.tasks.discard)

    async def _answer(self, stream: "Stream", scope: Scope) -> None:
        try:
            await self._app(scope, stream.receive, stream.send)
        except Exception as error:
            logger().error("stream_failed", exc_info=error)
        finally:
            stream.finish()
            del self._streams[stream.id]
            self.flush()
            self._close_when_done()

    def _scope(self, request: RequestReceived) -> Scope:
        named: dict[bytes, bytes] = dict(request.headers)
        # CONNECT has no path, and no route of the app.
        path, _, query = named.get(b":path", b"").partition(b"?")
        headers = [header for header in request.headers if not header[0].startswith(b":")]
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "2",
            "scheme": "http",
            "method": named[b":method"].decode("latin-1"),
            "path": path.decode("latin-1"),
            "raw_path": path,
            "root_path": "",
            "query_string": query,
            "headers": [(b"host", named.get(b":authority", b"")), *headers],
            "state": self._app_state,
        }

    def flush(self) -> None:
        """Write the frames that h2 has ready, unless the transport is closing."""
        if (data := self._h2.data_to_send()) and not self._transport.is_closing():
            self._transport.write(data)

    async def wait_until_writable(self) -> None:
        """Wait while the buffer of the transport is full."""
        await self._writable.wait()

    def _close_when_done(self) -> None:
        if self._is_stopping and not self._streams and not self._transport.is_closing():
            self._h2.close_connection()
            self.flush()
            self._transport.close()


class Stream:
    """One request and its response: `receive` and `send` of ASGI."""

    __slots__ = (
        "_connection",
        "_disconnecting",
        "_h2",
        "_has_body",
        "_is_answered",
        "_window",
        "id",
        "is_disconnected",
    )

    def __init__(self, connection: Http2, h2: H2Connection, number: int, *, has_body: bool) -> None:
        self._connection, self._h2, self.id, self._has_body = connection, h2, number, has_body
        self.is_disconnected = self._is_answered = False
        # Created on demand: most of thousands of idle streams wait for neither.
        self._disconnecting: asyncio.Future[None] | None = None
        self._window: asyncio.Future[None] | None = None

    def disconnect(self) -> None:
        """End the stream: the page is gone."""
        self.is_disconnected = True
        _resolve(self._disconnecting)
        self.window_opened()

    def window_opened(self) -> None:
        """Resume a blocked `send`: the flow-control window may have opened."""
        _resolve(self._window)

    def finish(self) -> None:
        """Reset the stream if the app returned without ending the response."""
        if not self._is_answered and not self.is_disconnected:
            self._h2.reset_stream(self.id, ErrorCodes.CANCEL)

    async def receive(self) -> Message:
        """Wait for the end of the stream: the only message is `http.disconnect`, as requests have no body."""
        while not self.is_disconnected:
            self._disconnecting = asyncio.get_running_loop().create_future()
            await self._disconnecting
        return DISCONNECT

    async def send(self, message: Message) -> None:
        """Send a message of the response; wait until the flow-control window has room for it.

        Does nothing once the stream is disconnected.
        """
        await self._connection.wait_until_writable()
        if self.is_disconnected:
            return
        if message["type"] == "http.response.start":
            status = str(message["status"]).encode()
            headers = [(b":status", status), *message["headers"]]
            self._h2.send_headers(self.id, headers, end_stream=not self._has_body)
            if not self._has_body:
                self._connection.flush()
                self.disconnect()
        else:
            await self._send_body(message.get("body", b""), is_last=not message.get("more_body", False))

    async def _send_body(self, body: bytes, *, is_last: bool) -> None:
        while body and not self.is_disconnected:
            room = min(self._h2.local_flow_control_window(self.id), self._h2.max_outbound_frame_size)
            if room > 0:
                self._h2.send_data(self.id, body[:room])
                body = body[room:]
                self._connection.flush()
            else:
                self._window = asyncio.get_running_loop().create_future()
                await self._window
        if is_last and not self.is_disconnected:
            self._h2.end_stream(self.id)
            self._is_answered = True
            self._connection.flush()


def _resolve(waiting: asyncio.Future[None] | None) -> None:
    if waiting and not waiting.done():
        waiting.set_result(None)
