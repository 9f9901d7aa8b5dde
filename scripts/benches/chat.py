"""Sending and delivering messages through the whole product, beside bare commits of the same rows."""

import asyncio
import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import httpx
import psycopg
from demo.logins import DEMO_PASSWORD
from demo.people import DemoPerson, who_answer
from runner.throwaway import Product, throwaway

from benches.report import Row, percentile

MEMBERS, SENDERS, MESSAGES = 200, 4, 150
STREAMS = 300
TEXT = "hello there, how was your day?"

# The rows one message leaves in chat's database, without anything that decides about them.
ROWS = """
WITH message AS (
    INSERT INTO bench.messages (id, conversation_id, seq, sender_id, kind, text, body_hash, answer, sent_at)
    VALUES (%(message)s, %(conversation)s, %(seq)s, %(sender)s, 'text', 'hello there, how was your day?', '\\x00',
            '{"balance": 1}', now())
), conversation AS (
    INSERT INTO bench.conversations (id, first_id, second_id, starter_id, last_seq, last_message_at)
    VALUES (%(conversation)s, least(%(sender)s::uuid, %(recipient)s), greatest(%(sender)s::uuid, %(recipient)s),
            %(sender)s, 1, now())
    ON CONFLICT (id) DO UPDATE SET last_seq = excluded.last_seq, last_message_at = now()
), sides AS (
    INSERT INTO bench.participations (conversation_id, member_id, partner_id, unread, updated_at)
    VALUES (%(conversation)s, %(sender)s, %(recipient)s, 0, now()),
           (%(conversation)s, %(recipient)s, %(sender)s, 1, now())
    ON CONFLICT (conversation_id, member_id) DO UPDATE SET unread = bench.participations.unread + 1, updated_at = now()
), feed AS (
    INSERT INTO bench.feed (member_id, position, kind, payload)
    VALUES (%(sender)s, %(seq)s, 'message', '{}'), (%(recipient)s, %(seq)s, 'message', '{}')
)
INSERT INTO bench.outbox (event_id, subject, payload) VALUES (%(message)s, 'chat.MessageSent', '\\x00')
"""
SCHEMA = """
CREATE SCHEMA bench;
CREATE TABLE bench.messages (LIKE public.messages INCLUDING ALL);
CREATE TABLE bench.conversations (LIKE public.conversations INCLUDING ALL);
CREATE TABLE bench.participations (LIKE public.participations INCLUDING ALL);
CREATE TABLE bench.feed (LIKE public.feed INCLUDING ALL);
CREATE TABLE bench.outbox (LIKE kit.outbox INCLUDING ALL);
"""


def measure() -> list[Row]:
    with throwaway(MEMBERS) as product:
        members = who_answer(MEMBERS)[: 2 * SENDERS]
        senders, recipients = members[:SENDERS], members[SENDERS:]
        bare, bare_seconds = bare_commits(product)
        delivered = Deliveries(product, recipients)
        sent, sent_seconds = sends(product, senders, recipients, delivered)
        arrivals = delivered.finish(len(sent))
        stream_bytes = memory_of_a_stream(product, recipients[0])
    return [
        Row("acknowledged, p50", percentile(sent, 0.5) * 1e3, "ms", percentile(bare, 0.5) * 1e3),
        Row("acknowledged, p99", percentile(sent, 0.99) * 1e3, "ms", percentile(bare, 0.99) * 1e3),
        Row("acknowledged a second", len(sent) / sent_seconds, "messages/s", len(bare) / bare_seconds),
        Row("on the other screen, p50", percentile(arrivals, 0.5) * 1e3, "ms"),
        Row("on the other screen, p99, budget beside", percentile(arrivals, 0.99) * 1e3, "ms", 250),
        Row("memory of an open stream, budget beside", stream_bytes / 1024, "KiB", 60),
    ]


def bare_commits(product: Product) -> tuple[list[float], float]:
    url = product.copy.database_url("chat")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(SCHEMA)

    def one(number: int) -> list[float]:
        taken, ids = [], {"conversation": uuid4(), "sender": uuid4(), "recipient": uuid4()}
        with psycopg.connect(url, autocommit=True) as connection:
            for seq in range(1, MESSAGES + 1):
                started = time.perf_counter()
                connection.execute(ROWS, {"message": uuid4(), "seq": number * MESSAGES + seq, **ids})
                taken.append(time.perf_counter() - started)
        return taken

    return _together(one)


def sends(
    product: Product, senders: list[DemoPerson], recipients: list[DemoPerson], delivered: "Deliveries"
) -> tuple[list[float], float]:
    browsers = [log_in(product, person) for person in senders]

    def one(number: int) -> list[float]:
        taken = []
        for _ in range(MESSAGES):
            message_id = str(uuid4())
            body = {
                "id": message_id,
                "profile_id": str(recipients[number].id),
                "text": "hello there, how was your day?",
            }
            started = time.perf_counter()
            delivered.sent_at[message_id] = started
            browsers[number].post("/api/chat.php", json=body).raise_for_status()
            taken.append(time.perf_counter() - started)
        return taken

    return _together(one)


def _together(one: Callable[[int], list[float]]) -> tuple[list[float], float]:
    started = time.perf_counter()
    with ThreadPoolExecutor(SENDERS) as pool:
        taken = [seconds for each in pool.map(one, range(SENDERS)) for seconds in each]
    return taken, time.perf_counter() - started


def log_in(product: Product, person: DemoPerson) -> httpx.Client:
    browser = httpx.Client(base_url=product.base_url, headers={"X-Request-Type": "app"}, timeout=20)
    browser.post("/api/user.php", json={"email": person.email, "password": DEMO_PASSWORD}).raise_for_status()
    return browser


class Deliveries:
    """The recipients' open pages: when each message is there."""

    def __init__(self, product: Product, recipients: list[DemoPerson]) -> None:
        self.sent_at: dict[str, float] = {}
        self._arrived: dict[str, float] = {}
        for recipient in recipients:
            opened = threading.Event()
            threading.Thread(target=self._listen, args=(log_in(product, recipient), opened), daemon=True).start()
            opened.wait(10)

    def _listen(self, browser: httpx.Client, opened: threading.Event) -> None:
        # The product ends before this page is closed.
        with suppress(httpx.TransportError), browser.stream("GET", "/api/stream.php", timeout=None) as stream:
            for line in stream.iter_lines():
                now = time.perf_counter()
                opened.set()
                message = json.loads(line[5:]).get("message") if line.startswith("data:") else None
                if message and message["id"] in self.sent_at:
                    self._arrived.setdefault(message["id"], now)

    def finish(self, count: int, seconds: float = 20) -> list[float]:
        """The seconds from pressing Send to being there, of every message."""
        deadline = time.monotonic() + seconds
        while len(self._arrived) < count:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{count - len(self._arrived)} messages did not arrive")
            time.sleep(0.1)
        return [arrived - self.sent_at[key] for key, arrived in self._arrived.items()]


def memory_of_a_stream(product: Product, person: DemoPerson) -> float:
    """What one more open stream takes of the live process, in bytes."""
    token = log_in(product, person).cookies["token"]
    process = product.pids()["chat-live"]

    async def hold() -> float:
        before = resident_bytes(process)
        port = int(product.base_url.rsplit(":", 1)[1])
        request = f"GET /api/stream.php HTTP/1.1\r\nHost: localhost\r\nCookie: token={token}\r\n\r\n".encode()
        writers = []
        for _ in range(STREAMS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            await reader.readuntil(b"hello")
            writers.append(writer)
        grown = resident_bytes(process) - before
        for writer in writers:
            writer.close()
        return grown / STREAMS

    return asyncio.run(hold())


def resident_bytes(process: int) -> int:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * 4096
