"""The load that is profiled: members who write to each other, or who page through a search."""

import asyncio
import json
import re
from collections.abc import Callable
from urllib.parse import quote

from runner.throwaway import Product
from shared.kit.testing.tokens import KeyPair

from benches.chat import Bench
from benches.pace import most, paced

AT_ONCE = 8
RATE = 50
Load = Callable[[Product, float], int]


def messages(product: Product, seconds: float) -> int:
    """Messages acknowledged, as many as the machine takes from eight writers; each has a page open."""
    return asyncio.run(_messages(product, seconds, rate=None))


def messages_at_pace(product: Product, seconds: float) -> int:
    return asyncio.run(_messages(product, seconds, rate=RATE))


async def _messages(product: Product, seconds: float, rate: float | None) -> int:
    bench = Bench(product, rate or RATE)
    await bench.open_writers()
    if rate:
        sent = len(await paced(bench.send, rate, seconds))
    else:
        sent = round(await most([bench.send] * AT_ONCE, seconds) * seconds)
    bench.close()
    return sent


def first_pages(product: Product, seconds: float) -> int:
    return asyncio.run(_searches(product, seconds, later=False))


def later_pages(product: Product, seconds: float) -> int:
    """Pages after the first, to the end of the result; then from the beginning."""
    return asyncio.run(_searches(product, seconds, later=True))


async def _searches(product: Product, seconds: float, *, later: bool) -> int:
    bench = Bench(product, RATE)
    pages = [SearchPages(product, bench.keys, visitor.member_id, later=later) for visitor in bench.writers[:AT_ONCE]]
    for each in pages:
        await each.start()
    read = round(await most([each.read for each in pages], seconds) * seconds)
    for each in pages:
        each.close()
    return read


class SearchPages:
    """One member's search, a page after the other over one connection."""

    def __init__(self, product: Product, keys: KeyPair, member_id: object, *, later: bool) -> None:
        self._port, self._later = int(product.base_url.rsplit(":", 1)[1]), later
        self._token = keys.token(member_id, premium=True)  # type: ignore[arg-type]
        self._first: str | None = None
        self._cursor: str | None = None

    async def start(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        if self._later:
            await self._get(None)
            self._first = self._cursor

    async def read(self) -> None:
        await self._get((self._cursor or self._first) if self._later else None)

    def close(self) -> None:
        self._writer.close()

    async def _get(self, cursor: str | None) -> None:
        path = "/api/search.php?min_age=18" + (f"&cursor={quote(cursor)}" if cursor else "")
        request = f"GET {path} HTTP/1.1\r\nHost: localhost:{self._port}\r\nCookie: token={self._token}\r\n\r\n"
        self._writer.write(request.encode())
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head.lower())
        body = await self._reader.readexactly(int(length[1]) if length else 0)
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"{head.decode()}{body[:300].decode()}")
        self._cursor = json.loads(body)["next_cursor"]
