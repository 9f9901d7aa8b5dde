"""A service's next process takes over at another address, and no request fails."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gateway.envoy import write
from gateway.tests.conftest import TIMEOUT_SECONDS, Gateway, Server, running_gateway
from gateway.tests.visitors import Visitors

REQUESTS = 20


class Process(Server):
    """A process of a service that counts its requests; it refuses connections once it is closed."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)
        super().__init__(("127.0.0.1", 0), Answers)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    def wait_for_requests(self) -> None:
        for _ in range(REQUESTS):
            assert self.asked.acquire(timeout=TIMEOUT_SECONDS)


class Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Process

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()
        self.server.asked.release()

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def process() -> Iterator[Process]:
    with Process() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def send_chats_to(address: str, gateway: Gateway, folder: Path) -> None:
    addresses = gateway.settings.addresses | {"chat/web": address}
    write(gateway.settings.model_copy(update={"addresses": addresses}), folder / "envoy.json")


def test_requests_go_to_the_next_process_and_none_fails(
    echo: str, public_key: Path, private_key: Ed25519PrivateKey, tmp_path: Path
) -> None:
    with running_gateway(tmp_path, echo, public_key, private_key) as gateway, process() as successor:
        visitors = Visitors(str(gateway.client.base_url))
        visitors.token = gateway.token()
        try:
            with process() as first:
                send_chats_to(first.address, gateway, tmp_path)
                visitors.start()
                first.wait_for_requests()
                send_chats_to(successor.address, gateway, tmp_path)
                successor.wait_for_requests()
            # The first is closed, and visitors go on asking.
            successor.wait_for_requests()
        finally:
            visitors.stop()

    assert visitors.failures == []
