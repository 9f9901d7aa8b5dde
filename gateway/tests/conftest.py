"""A running gateway in front of one small server that echoes the requests it gets."""

import json
import socket
import struct
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest
import uvicorn
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from runner import paths
from runner.ports import free_ports
from shared.kit.http.http2 import EitherHttp
from shared.public_keys import key_id
from shared.registry import load_routes

from gateway.envoy import write
from gateway.settings import GatewaySettings

# Generous for busy machines: no test judges speed.
TIMEOUT_SECONDS = 60
DIED: Counter[str] = Counter()
LIVE = "chat/live"
SILENT = "likes/web"  # a service that is down
HELD, RELEASED = threading.Semaphore(0), threading.Event()


class Server(ThreadingHTTPServer):
    request_queue_size = 256

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print no traceback for connections that `Echo` resets on purpose, or that Envoy closes."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class Echo(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def _answer(self) -> None:
        for name in ("x-die-once", "x-die-always"):
            if name in self.headers:
                self._die(self.headers[name], only_once=name == "x-die-once")
        if "x-until-released" in self.headers:
            HELD.release()
            RELEASED.wait()
        received = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = json.dumps({"path": self.path, "method": self.command, "headers": headers, "bytes": len(received)})
        body = request.encode() + b" " * 2000
        self.send_response(200)
        self.send_header("content-type", self.headers.get("x-reply-as", "application/json"))
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _die(self, key: str, *, only_once: bool) -> None:
        """Reset the connection, as a killed process does: on the first request with this key, or on each."""
        DIED[key] += 1
        if DIED[key] == 1 or not only_once:
            # With a linger of nothing the connection is reset and not ended.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            raise ConnectionResetError

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = _answer

    def log_message(self, *args: object) -> None:
        pass


@dataclass
class Gateway:
    client: httpx.Client
    private_key: Ed25519PrivateKey
    access_log: Path
    admin: str
    settings: GatewaySettings

    def token(self, **changes: object) -> str:
        now = int(time.time())
        claims = {
            "sub": "member-1",
            "sid": "s",
            "iss": "pairwise-identity",
            "aud": "pairwise",
            "iat": now,
            "exp": now + 600,
        }
        headers = {"kid": key_id(self.private_key.public_key().public_bytes_raw())}
        return jwt.encode({**claims, **changes}, self.private_key, "EdDSA", headers)


@pytest.fixture(scope="session")
def private_key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.generate()


@pytest.fixture(scope="session")
def public_key(private_key: Ed25519PrivateKey, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("keys") / "token.pem"
    file.write_bytes(private_key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    return file


@pytest.fixture(scope="session")
def echo() -> Iterator[str]:
    server = Server(("127.0.0.1", 0), Echo)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()


class Pages:
    """A server of open streams that records connections and disconnections."""

    def __init__(self) -> None:
        self.came: list[dict[str, Any]] = []
        self.left = threading.Semaphore(0)
        self.server = uvicorn.Server(uvicorn.Config(self._answer, http=EitherHttp, interface="asgi3", lifespan="off"))
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        self.came.append(scope)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
        await send({"type": "http.response.body", "body": b": here\n\n", "more_body": True})
        await receive()
        self.left.release()

    @contextmanager
    def running(self) -> Iterator["Pages"]:
        thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self._listening]}, daemon=True)
        thread.start()
        yield self
        self.server.should_exit = True
        thread.join()


@pytest.fixture(scope="session")
def pages() -> Iterator[Pages]:
    with Pages().running() as pages:
        yield pages


@pytest.fixture(scope="session")
def gateway(
    echo: str, pages: Pages, public_key: Path, private_key: Ed25519PrivateKey, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Gateway]:
    with running_gateway(
        tmp_path_factory.mktemp("gateway"), echo, public_key, private_key, live=pages.address
    ) as gateway:
        yield gateway


@contextmanager
def running_gateway(
    folder: Path, echo: str, public_key: Path, private_key: Ed25519PrivateKey, live: str = "", **changes: Any
) -> Iterator[Gateway]:
    ports = free_ports()
    port, admin, unused = next(ports), next(ports), next(ports)
    addresses = {route.target: echo for route in load_routes(development=True)} | {
        SILENT: f"127.0.0.1:{unused}",
        LIVE: live or echo,
    }
    settings = GatewaySettings.model_validate(
        {
            "public_url": f"http://localhost:{port}",
            "development": True,
            "addresses": addresses,
            "public_key": public_key,
            "listen": f"127.0.0.1:{port}",
            "admin": f"127.0.0.1:{admin}",
            "access_log": folder / "access.log",
            "locales": locales_in(folder),
            **changes,
        }
    )
    write(settings, folder / "envoy.json")
    command = [paths.envoy(), "-c", folder / "envoy.json", "--disable-hot-restart", "--concurrency", "1"]
    command += ["--drain-strategy", "immediate"]
    with (folder / "envoy.log").open("w") as log:
        process = subprocess.Popen([str(word) for word in command], stdout=log, stderr=log)
    try:
        with httpx.Client(base_url=f"http://localhost:{port}", timeout=TIMEOUT_SECONDS) as client:
            _wait_for(f"http://127.0.0.1:{admin}/ready")
            yield Gateway(client, private_key, settings.access_log, settings.admin, settings)
    finally:
        process.terminate()
        process.wait(TIMEOUT_SECONDS)


def locales_in(folder: Path) -> Path:
    texts = {
        "en": {"authentication_required": "Please log in"},
        "nl": {
            "authentication_required": "Log in voor 100% plezier",
            "unavailable": "Even pauze",
            "not_found": "Niet gevonden",
        },
        "pl": {"authentication_required": "Zaloguj się", "method_not_allowed": "Tu nie można"},
    }
    for locale, of_errors in texts.items():
        (folder / "locales" / locale).mkdir(parents=True)
        (folder / "locales" / locale / "errors.json").write_text(json.dumps(of_errors))
    return folder / "locales"


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        try:
            if httpx.get(url).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise TimeoutError(url)
