"""Members' browsers at the gateway, cheap beside the product: requests on a keep-alive connection, open streams."""

import asyncio
import json
import random
import re
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

MESSAGE = re.compile(rb'event: message\ndata: {"message":{"id":"([0-9a-f-]{36})"')
POSITION = re.compile(rb"\nid: (\d+)\n")
RETRY = re.compile(rb"retry: (\d+)\n")
LAST_CHUNK = b"0\r\n\r\n"
# A port number is given once for each pair of addresses, so a crowd comes from several.
FROM_ONE_ADDRESS = 10_000
LONGEST_PAUSE = 30.0
OPENING_SECONDS = 30.0


class Visitor:
    """One member's calls, one after the other over one connection."""

    def __init__(self, port: int, member_id: UUID, token: str) -> None:
        self.member_id, self.token = member_id, token
        self._port, self._turn = port, asyncio.Lock()
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        async with self._turn:
            reader, writer = self._line = self._line or await asyncio.open_connection("127.0.0.1", self._port)
            content = json.dumps(body)
            writer.write(
                f"{method} {path} HTTP/1.1\r\nHost: localhost:{self._port}\r\nCookie: token={self.token}\r\n"
                "X-Request-Type: app\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(content)}\r\n\r\n{content}".encode()
            )
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = re.search(r"content-length: (\d+)", head)
            answer = await reader.readexactly(int(length[1]) if length else 0)
            return int(head.split(" ", 2)[1]), json.loads(answer) if answer else {}

    def close(self) -> None:
        if self._line:
            self._line[1].close()


class Page(asyncio.Protocol):
    """An open page: its stream, opened again after a pause when it is cut, from where it was."""

    __slots__ = (
        "_answered",
        "_closed",
        "_failures",
        "_number",
        "_on_message",
        "_pause",
        "_port",
        "_tail",
        "_transport",
        "cursor",
        "is_open",
        "member_id",
        "opened_after",
        "opened_at",
        "started_at",
        "token",
    )

    def __init__(
        self, port: int, number: int, member_id: UUID, token: str, on_message: Callable[["Page", str], None] | None
    ) -> None:
        self._port, self._number, self._on_message = port, number, on_message
        self.member_id, self.token = member_id, token
        self.cursor, self._pause, self._failures = "", 1.0, 0
        self.started_at = self.opened_at = self.opened_after = 0.0
        self.is_open = self._closed = False
        self._tail = b""
        self._transport: asyncio.Transport | None = None

    async def open(self) -> None:
        """Returns when the stream has begun, or was refused; in that case it is tried again later."""
        self._answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.started_at = time.perf_counter()
        self._tail = b""
        try:
            async with asyncio.timeout(OPENING_SECONDS):
                await asyncio.get_running_loop().create_connection(
                    lambda: self,
                    "127.0.0.1",
                    self._port,
                    local_addr=(f"127.0.0.{2 + self._number // FROM_ONE_ADDRESS}", 0),
                )
                await self._answered
        except OSError:
            if self._transport:
                self._transport.abort()
            else:
                self._come_back()

    def close(self) -> None:
        self._closed = True
        if self._transport:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]
        where = f"?cursor={self.cursor}" if self.cursor else ""
        self._transport.write(  # type: ignore[union-attr]
            f"GET /api/stream.php{where} HTTP/1.1\r\nHost: localhost:{self._port}\r\n"
            f"Cookie: token={self.token}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self._tail += data
        if not self.is_open and not self._begins():
            return
        if found := POSITION.findall(self._tail):
            self.cursor = found[-1].decode()
        if self._on_message:
            for message_id in MESSAGE.findall(self._tail):
                self._on_message(self, message_id.decode())
        if self._tail.endswith(LAST_CHUNK) and self._transport:
            self._transport.abort()  # the gateway would keep the connection for more requests
        # The rest may be the beginning of an event that ends in the next chunk.
        self._tail = self._tail[self._tail.rfind(b"\n\n") + 1 :]

    def _begins(self) -> bool:
        if not self._tail.startswith(b"HTTP/1.1 200"):
            if b"\r\n" in self._tail and self._transport:
                self._transport.abort()
            return False
        if (pause := RETRY.search(self._tail)) is None:
            return False
        self.is_open, self._failures, self._pause = True, 0, int(pause[1]) / 1000
        self.opened_at = time.perf_counter()
        self.opened_after = self.opened_at - self.started_at
        self._begun()
        return True

    def connection_lost(self, _: Exception | None) -> None:
        self._transport = None
        was_open, self.is_open = self.is_open, False
        self._begun()
        if not self._closed:
            self._come_back(first=was_open)

    def eof_received(self) -> bool:
        return False

    def _begun(self) -> None:
        if not self._answered.done():
            self._answered.set_result(None)

    def _come_back(self, *, first: bool = False) -> None:
        # As the server asked at first, then with full jitter.
        self._failures = 0 if first else self._failures + 1
        pause = self._pause if first else random.uniform(0, min(LONGEST_PAUSE, 2.0**self._failures))  # noqa: S311
        asyncio.get_running_loop().call_later(pause, lambda: asyncio.ensure_future(self.open()))
