"""A process is replaced while it is asked all the time: every question gets its answer."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import grpc
import httpx
import pytest
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthServicer, HealthStub, add_HealthServicer_to_server
from runner.ports import free_ports
from shared.kit.core.circuit_breaker import FAILURES
from shared.kit.core.errors import Unavailable
from shared.kit.grpc.channel import IdleChannel
from shared.kit.grpc.client import Client
from shared.kit.grpc.peers import Peer
from shared.kit.grpc.server import build_server

ASKERS = 4
# Generous, because a busy machine is slow and its speed is not under test.
TIMEOUT_SECONDS = 60
ANSWERS = 20  # of each, so that it certainly took part
WEB = """
import os, sys, time
from shared.kit.run import run
from shared.kit.core import Settings
from shared.kit.core.stopping import Stopping
from shared.kit.http.webserver import WebServer

def app(environ, start_response):
    if environ["PATH_INFO"] == "/slow":
        print("begun", flush=True)
        time.sleep(0.5)
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getpid()).encode()]

listen, health = sys.argv[1:]
settings = Settings(environment="test", service="x", database_url="x", listen=listen, health_listen=health)
sys.exit(run([WebServer(settings, app).serve], Stopping()))
"""


class Asking:
    """Send requests from several threads until stopped, and count the answers."""

    def __init__(self, ask: Callable[[], str]) -> None:
        self._ask, self._stopped = ask, threading.Event()
        self.answers: Counter[str] = Counter()
        self._threads = [threading.Thread(target=self._go_on) for _ in range(ASKERS)]

    def _go_on(self) -> None:
        while not self._stopped.is_set():
            try:
                self.answers[self._ask()] += 1
            except Exception as error:
                self.answers[repr(error)] += 1

    def __enter__(self) -> "Asking":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join()

    def wait_for(self, answer: str) -> None:
        """Until so many more of these were given."""
        wanted = self.answers[answer] + ANSWERS
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while self.answers[answer] < wanted:
            assert time.monotonic() < deadline, self.answers
            time.sleep(0.01)


@contextmanager
def web(listen: str, health: str) -> Iterator[subprocess.Popen[bytes]]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen([sys.executable, "-c", WEB, listen, health], env=environment, stdout=subprocess.PIPE)
    try:
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not _answers(health):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
        yield process
    finally:
        process.kill()
        process.wait()


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"http://{address}/").status_code == 200
    except httpx.TransportError:
        return False


def test_a_web_process_that_is_stopped_answers_the_requests_it_has_accepted() -> None:
    ports = free_ports()
    listen, health = (f"127.0.0.1:{next(ports)}" for _ in range(2))
    with web(listen, health) as process, ThreadPoolExecutor(ASKERS) as several:
        asked = [several.submit(httpx.get, f"http://{listen}/slow", timeout=TIMEOUT_SECONDS) for _ in range(ASKERS)]
        for _ in asked:
            assert process.stdout is not None
            process.stdout.readline()
        process.send_signal(signal.SIGTERM)

        assert [each.result().status_code for each in asked] == [200] * ASKERS
        assert process.wait(TIMEOUT_SECONDS) == 0


def test_after_a_kill_the_next_process_serves_at_the_same_address() -> None:
    ports = free_ports()
    listen, health = (f"127.0.0.1:{next(ports)}" for _ in range(2))
    with web(listen, health) as first:
        os.kill(first.pid, signal.SIGKILL)
        with web(listen, health) as successor:
            answers = [httpx.get(f"http://{listen}/").text for _ in range(ANSWERS)]
            assert answers == [str(successor.pid)] * ANSWERS


def rpc(address: str) -> grpc.Server:
    server = build_server([], callers=None)
    assert server.add_insecure_port(address)
    server.start()
    return server


def test_an_rpc_process_is_replaced_and_every_call_is_answered() -> None:
    address = f"127.0.0.1:{next(free_ports())}"
    client = Client(Peer(address), HealthStub, deadline_seconds=TIMEOUT_SECONDS)

    def ask() -> str:
        answer = client.ask("Check", HealthCheckRequest(), HealthCheckResponse)
        return "serving" if answer.status == HealthCheckResponse.SERVING else "not serving"

    first = rpc(address)
    with Asking(ask) as asking:
        asking.wait_for("serving")
        successor = rpc(address)
        first.stop(TIMEOUT_SECONDS).wait()
        asking.wait_for("serving")
    successor.stop(0).wait()
    client.close()

    assert asking.answers.keys() == {"serving"}


def test_a_restarting_peer_is_waited_for() -> None:
    address = f"127.0.0.1:{next(free_ports())}"
    client = Client(Peer(address), HealthStub, deadline_seconds=TIMEOUT_SECONDS)
    servers: list[grpc.Server] = []
    starting = threading.Timer(0.1, lambda: servers.append(rpc(address)))
    starting.start()

    answer = client.ask("Check", HealthCheckRequest(), HealthCheckResponse)

    starting.join()
    servers[0].stop(0).wait()
    client.close()
    assert answer.status == HealthCheckResponse.SERVING


class Frozen(HealthServicer):  # type: ignore[misc]
    """Answers when it is let."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()

    def Check(self, request: HealthCheckRequest, context: grpc.ServicerContext) -> HealthCheckResponse:  # noqa: N802
        self.goes_on.wait()
        return HealthCheckResponse()


def test_a_frozen_peer_opens_the_circuit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared.kit.grpc.client.OPEN_SECONDS", 3600)
    frozen, server = Frozen(), grpc.server(ThreadPoolExecutor(FAILURES))
    add_HealthServicer_to_server(frozen, server)
    client = Client(Peer(f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"), HealthStub, deadline_seconds=0.05)
    server.start()
    for _ in range(FAILURES):
        with pytest.raises(Unavailable):
            client.ask("Check", HealthCheckRequest(), HealthCheckResponse)

    frozen.goes_on.set()

    with pytest.raises(Unavailable):
        client.ask("Check", HealthCheckRequest(), HealthCheckResponse)
    server.stop(0).wait()
    client.close()


def test_an_idle_channel_is_closed_and_the_next_call_opens_it_again() -> None:
    address = f"127.0.0.1:{next(free_ports())}"
    server, channel = rpc(address), IdleChannel(address, HealthStub, idle_seconds=0.01)
    for _ in range(2):
        assert not channel.is_open

        with channel.stub() as stub:
            assert stub.Check(HealthCheckRequest(), timeout=TIMEOUT_SECONDS, wait_for_ready=True).status

        while channel.is_open:
            time.sleep(0.01)
    server.stop(0).wait()


def test_a_channel_with_a_call_under_way_stays_open() -> None:
    frozen, server = Frozen(), grpc.server(ThreadPoolExecutor(1))
    add_HealthServicer_to_server(frozen, server)
    channel = IdleChannel(f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}", HealthStub, idle_seconds=0.01)
    server.start()

    with channel.stub() as stub, ThreadPoolExecutor(1) as threads:
        answer = threads.submit(stub.Check, HealthCheckRequest(), timeout=TIMEOUT_SECONDS, wait_for_ready=True)
        time.sleep(0.2)
        assert channel.is_open
        frozen.goes_on.set()

        assert answer.result() == HealthCheckResponse()
    server.stop(0).wait()
    channel.close()
