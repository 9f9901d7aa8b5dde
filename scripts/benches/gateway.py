"""CPU and latency of the gateway and its session check, beside the same request without them."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from runner import paths
from runner.ports import free_port
from shared.kit.testing.tokens import KeyPair
from shared.registry import load_routes

from benches import load
from benches.report import Row, percentile
from gateway.envoy import write
from gateway.settings import GatewaySettings

REQUESTS, CONNECTIONS = 8000, 8
ROUNDS = 3
BUDGET_CHECK_US, BUDGET_TOTAL_US = 30.0, 400.0
OPEN, GUARDED = "/api/settings.php", "/api/chats.php"


def measure() -> list[Row]:
    with tempfile.TemporaryDirectory() as name, upstream() as upstream_port:
        folder = Path(name)
        keys = KeyPair.make(folder)
        with envoy(folder, keys, upstream_port) as (port, process):
            cookie = {"Cookie": f"token={keys.token(uuid4())}"}
            bare = load.request(OPEN, "localhost")
            member = load.request(GUARDED, "localhost", cookie)
            rounds = [
                (
                    _round(upstream_port, bare, process),
                    _round(port, bare, process),
                    _round(port, member, process),
                )
                for _ in range(ROUNDS)
            ]
    direct, through, checked = (min(column, key=lambda found: found[0]) for column in zip(*rounds, strict=True))
    return [
        Row("bare HTTP, p50", direct[0], "us"),
        Row("through the gateway, p50", through[0], "us", direct[0]),
        Row("with session check, p50", checked[0], "us", direct[0]),
        Row("with session check, p99", checked[1], "us", direct[1]),
        Row("gateway CPU a request", through[2], "us"),
        Row("gateway and check CPU a request, budget beside", checked[2], "us", BUDGET_TOTAL_US),
        Row("the check's share of it, budget beside", max(0.0, checked[2] - through[2]), "us", BUDGET_CHECK_US),
    ]


def _round(port: int, raw: bytes, process: int) -> tuple[float, float, float]:
    """p50, p99 and Envoy's CPU a request, in microseconds."""
    load.run(port, raw, requests=500, connections=CONNECTIONS)
    before = cpu_seconds(process)
    taken = load.run(port, raw, requests=REQUESTS, connections=CONNECTIONS)
    spent = cpu_seconds(process) - before
    return percentile(taken, 0.5) * 1e6, percentile(taken, 0.99) * 1e6, spent / len(taken) * 1e6


def cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def upstream() -> Iterator[int]:
    port = free_port()
    with _process([sys.executable, "-m", "benches.upstream", str(port)]):
        _wait_for(port)
        yield port


@contextmanager
def envoy(folder: Path, keys: KeyPair, upstream_port: int, answers: str = OPEN) -> Iterator[tuple[int, int]]:
    """A gateway that sends everything to one port; it is ready when this path is answered."""
    port, admin = free_port(), free_port()
    address = f"127.0.0.1:{upstream_port}"
    settings = GatewaySettings(
        public_url=f"http://localhost:{port}",
        development=True,
        addresses={route.target: address for route in load_routes(development=True)},
        public_key=keys.public,
        listen=f"127.0.0.1:{port}",
        admin=f"127.0.0.1:{admin}",
        access_log=folder / "access.log",
    )
    write(settings, folder / "envoy.json")
    command = [str(paths.envoy()), "-c", str(folder / "envoy.json"), "--concurrency", "2", "--log-level", "error"]
    with _process([*command, "--base-id", str(port)]) as process:
        _wait_for(port, answers)
        yield port, process


@contextmanager
def _process(command: list[str]) -> Iterator[int]:
    process = subprocess.Popen(command)
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait(10)


def _wait_for(port: int, path: str = OPEN, seconds: float = 15) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            load.run(port, load.request(path, "localhost"), requests=1, connections=1)
            return
        except (OSError, RuntimeError, EOFError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
