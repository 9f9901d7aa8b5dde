"""The live process as it is started everywhere: memory of an open page, hostile input, and SIGTERM."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from uuid import UUID

import psutil
import psycopg
import pytest
from chat.clients.member_channel import channel_of
from chat.clients.typing import RedisTyping
from chat.domain.conversation import conversation_of
from chat.storage.feed import FEED
from chat.tests.streams import TIMEOUT_SECONDS, GatewayLine
from chat.tests.world import World
from chat.wiring import Wiring
from redis import Redis
from runner.ports import free_port
from shared.kit.core import REVOKED, STREAM
from shared.kit.db import Database
from shared.kit.testing import forked
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair

# What the live process imports, but for the service's settings.
IMPORTED = ("shared.kit.run", "shared.kit.http.liveserver", "chat.wiring", "chat.live")
STREAMS = 200
# Hostile input by NOTIFY, by Redis and by the port; none of it ends the process or a stream.
MALFORMED = ["", "no id", "0" * 7_000, "{}", "null", "[1]", '{"to": 1}', "\N{SNOWMAN}" * 100, "[" * 5_000]
MALFORMED_LINES = [
    b"",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 50,
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /api/stream.php HTTP/1.1\r\nHost: [\r\n\r\n",
    b"GET /api/stream.php HTTP/1.1\r\nHost: a\r\nx-pairwise-token: \xff.\xff.\xff\r\n\r\n",
    b"POST /api/stream.php HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\xff" * 4_000,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    + b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"
    + b"\x00\x00\x05\x01\x05\x00\x00\x00\x01\xff\xff\xff\xff\xff",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    + b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"
    + b"\x00\x00\x00\x01\x05\x00\x00\x00\x01",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    + b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"
    + b"\xff\xff\xff\x00\x00\x00\x00\x00\x03",
]
MOST_KILOBYTES = 20


class Process:
    def __init__(self, wiring: Wiring, keys: KeyPair) -> None:
        self.port = free_port()
        environment = {
            **os.environ,
            **environment_of(
                "chat",
                PAIRWISE_LISTEN=f"127.0.0.1:{self.port}",
                DATABASE_URL=wiring.database.dsn,
                TOKEN_PUBLIC_KEY=str(keys.public),
                REDIS_URL=wiring.settings.redis_url,
            ),
        }
        self.process = forked.start("shared.kit.run", "chat", "live", environment=environment, imported=IMPORTED)
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not self._answers():
            assert time.monotonic() < deadline, "the live process did not start"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as client:
                client.sendall(b"GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return b"200" in client.recv(100)
        except OSError:
            return False

    def kilobytes(self) -> float:
        return float(psutil.Process(self.process.pid).memory_info().rss) / 1024


@pytest.fixture
def process(wired: Wiring, world: World, keys: KeyPair) -> Iterator[Process]:
    process = Process(wired, keys)
    yield process
    process.process.kill()
    process.process.join()


def test_many_pages_cost_little_and_end_when_it_stops(process: Process, world: World, keys: KeyPair) -> None:
    members: list[UUID] = [world.a_member() for _ in range(20)]
    with GatewayLine(process.port) as line:

        def open_streams(count: int) -> list[int]:
            pages = [line.open(keys.token(members[number % len(members)])) for number in range(count)]
            line.until(lambda: all(b"event: hello" in line.received[page] for page in pages))
            return pages

        # The first streams allocate memory that all share.
        pages = open_streams(STREAMS)
        before = process.kilobytes()
        pages += open_streams(STREAMS)
        cost = (process.kilobytes() - before) / STREAMS
        print(f"{cost:.1f} KB a stream")
        assert cost <= MOST_KILOBYTES

        world.send(members[0], members[1], "to all pages of both")
        line.until(lambda: all(b"to all pages of both" in line.received[page] for page in pages[:2]))

        process.process.terminate()
        line.until(lambda: line.ended == set(pages))
        process.process.join()
        assert process.process.exitcode == 0


def test_nothing_malformed_ends_it(
    wired: Wiring, world: World, keys: KeyPair, database: Database, redis_server: str
) -> None:
    settings = wired.settings.model_copy(update={"redis_url": redis_server})
    process = Process(replace(wired, settings=settings), keys)
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    try:
        with GatewayLine(process.port) as line, Redis.from_url(redis_server) as publisher:
            page = line.open(keys.token(bo))
            line.until(lambda: b"event: hello" in line.received[page])
            deadline = time.monotonic() + TIMEOUT_SECONDS
            while not publisher.pubsub_numsub(channel_of(bo))[0][1]:
                assert time.monotonic() < deadline
                time.sleep(0.02)

            with psycopg.connect(database.dsn, autocommit=True) as connection:
                for text in MALFORMED:
                    connection.execute("SELECT pg_notify(%s, %s)", (FEED, text))
                    publisher.publish(channel_of(bo), text.encode())
                    publisher.xadd(STREAM, {REVOKED: text.encode()})
            publisher.publish(channel_of(bo), b"\xff\x00")
            for sent in MALFORMED_LINES:
                with socket.create_connection(("127.0.0.1", process.port), TIMEOUT_SECONDS) as client:
                    client.sendall(sent)
                    client.shutdown(socket.SHUT_WR)
                    with suppress(ConnectionError):
                        while client.recv(65_536):
                            pass

            world.send(ann, bo, "still here")
            line.until(lambda: b"still here" in line.received[page])
            RedisTyping(redis_server).publish(bo, ann, conversation_of(ann, bo))
            line.until(lambda: b"event: typing" in line.received[page])
            assert process.process.is_alive()
            assert line.ended == set()
    finally:
        process.process.kill()
        process.process.join()
