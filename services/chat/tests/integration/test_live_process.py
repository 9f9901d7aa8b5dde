"""The live process as it is started everywhere: what an open page costs, and how it stops."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from uuid import UUID

import psutil
import pytest
from chat.tests.streams import PATIENCE_SECONDS, GatewayLine
from chat.tests.world import World
from chat.wiring import Wiring
from runner.ports import free_port
from servicekit.settings import REPOSITORY
from servicekit.testing.tokens import KeyPair

STREAMS = 200
MOST_KILOBYTES = 20


class Process:
    def __init__(self, wiring: Wiring, keys: KeyPair) -> None:
        self.port = free_port()
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(["services", ".build/proto", "."]),
            "PAIRWISE_ENV": "test",
            "PAIRWISE_LISTEN": f"127.0.0.1:{self.port}",
            "DATABASE_URL": wiring.database.dsn,
            "TOKEN_PUBLIC_KEY": str(keys.public),
            "MEDIA_KEY": wiring.settings.media_key,
            "REDIS_URL": wiring.settings.redis_url,
            "RPC_IDENTITY": "127.0.0.1:1",
            "RPC_PROFILES": "127.0.0.1:1",
            "RPC_BILLING": "127.0.0.1:1",
        }
        command = [sys.executable, "-m", "servicekit.run", "chat", "live"]
        self.process = subprocess.Popen(command, cwd=REPOSITORY, env=environment)
        deadline = time.monotonic() + PATIENCE_SECONDS
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
    if process.process.poll() is None:
        process.process.kill()
    process.process.wait()


def test_many_pages_cost_little_and_end_when_it_stops(process: Process, world: World, keys: KeyPair) -> None:
    members: list[UUID] = [world.a_member() for _ in range(20)]
    with GatewayLine(process.port) as line:

        def open_streams(count: int) -> list[int]:
            pages = [line.open(keys.token(members[number % len(members)])) for number in range(count)]
            line.until(lambda: all(b"event: hello" in line.heard[page] for page in pages))
            return pages

        # The first ones pay for what all share.
        pages = open_streams(STREAMS)
        before = process.kilobytes()
        pages += open_streams(STREAMS)
        cost = (process.kilobytes() - before) / STREAMS
        print(f"{cost:.1f} KB a stream")
        assert cost <= MOST_KILOBYTES

        world.send(members[0], members[1], "to all pages of both")
        line.until(lambda: all(b"to all pages of both" in line.heard[page] for page in pages[:2]))

        process.process.send_signal(signal.SIGTERM)
        line.until(lambda: line.ended == set(pages))
        assert process.process.wait() == 0
