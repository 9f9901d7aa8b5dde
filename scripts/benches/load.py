"""HTTP/1.1 load generator on keep-alive connections, cheap beside the measured server."""

import asyncio
import time
from collections.abc import Mapping


def request(path: str, host: str, headers: Mapping[str, str] | None = None) -> bytes:
    lines = [f"GET {path} HTTP/1.1", f"Host: {host}", *(f"{name}: {value}" for name, value in (headers or {}).items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def run(port: int, raw: bytes, *, requests: int, connections: int) -> list[float]:
    """The seconds each of `requests` took, over so many connections. Every answer must be a 200."""
    return asyncio.run(_run(port, raw, requests, connections))


async def _run(port: int, raw: bytes, requests: int, connections: int) -> list[float]:
    shares = [requests // connections] * connections
    found = await asyncio.gather(*(_one(port, raw, share) for share in shares))
    return [seconds for each in found for seconds in each]


async def _one(port: int, raw: bytes, count: int) -> list[float]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    taken = []
    for _ in range(count):
        started = time.perf_counter()
        writer.write(raw)
        head = await reader.readuntil(b"\r\n\r\n")
        body = await reader.readexactly(_length(head))
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError((head + body).decode(errors="replace"))
        taken.append(time.perf_counter() - started)
    writer.close()
    return taken


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.split(b":")[1])
    return 0
