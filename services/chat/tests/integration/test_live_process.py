"""The live process as it is started everywhere: what an open page costs, and how it stops."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from uuid import UUID

import psutil
import pytest
from chat.tests.world import World
from chat.wiring import Wiring
from servicekit.settings import REPOSITORY
from servicekit.testing.tokens import KeyPair

STREAMS = 200
MOST_KILOBYTES = 60


class Process:
    def __init__(self, wiring: Wiring, keys: KeyPair) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
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
        deadline = time.monotonic() + 20
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

    def open(self, token: str) -> socket.socket:
        client = socket.create_connection(("127.0.0.1", self.port), 10)
        client.sendall(f"GET /api/stream.php HTTP/1.1\r\nHost: localhost\r\nx-pairwise-token: {token}\r\n\r\n".encode())
        return client

    def kilobytes(self) -> float:
        return float(psutil.Process(self.process.pid).memory_info().rss) / 1024


@pytest.fixture
def process(wired: Wiring, world: World, keys: KeyPair) -> Iterator[Process]:
    process = Process(wired, keys)
    yield process
    if process.process.poll() is None:
        process.process.kill()
    process.process.wait()


def received(client: socket.socket, text: bytes) -> None:
    heard = b""
    while text not in heard:
        part = client.recv(4096)
        assert part, heard
        heard += part


def test_many_pages_cost_little_and_end_when_it_stops(process: Process, world: World, keys: KeyPair) -> None:
    members: list[UUID] = [world.a_member() for _ in range(20)]
    with ExitStack() as stack:

        def open_streams(count: int) -> list[socket.socket]:
            clients = [
                stack.enter_context(process.open(keys.token(members[number % len(members)]))) for number in range(count)
            ]
            for client in clients:
                received(client, b"event: hello")
            return clients

        # The first ones pay for what all share.
        clients = open_streams(STREAMS)
        before = process.kilobytes()
        clients += open_streams(STREAMS)
        cost = (process.kilobytes() - before) / STREAMS
        print(f"{cost:.1f} KB a stream")
        assert cost <= MOST_KILOBYTES

        world.send(members[0], members[1], "to all pages of both")
        for client in clients[:2]:
            received(client, b"to all pages of both")

        process.process.send_signal(signal.SIGTERM)
        for client in clients:
            received_all = b"x"
            while received_all:
                received_all = client.recv(4096)
        assert process.process.wait() == 0
