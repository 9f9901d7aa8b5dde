"""Pictures that a real Envoy fetches from an object store, after a service has decided."""

import secrets
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import ClassVar
from urllib.parse import parse_qs, quote, urlsplit

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask import Flask, Response, request
from moto.server import ThreadedMotoServer
from shared.pictures import SOUND, PictureStore
from shared.pictures.serving import serve_file
from shared.registry import load_routes
from werkzeug.serving import make_server

from gateway.store import HOST
from gateway.tests.conftest import Gateway, Server, running_gateway

KEPT = "private, max-age=300, immutable"
PICTURE, RECORDING = b"a picture", bytes(range(100))


class Recorder(BaseHTTPRequestHandler):
    """A store that answers each request, and remembers it."""

    protocol_version = "HTTP/1.1"
    seen: ClassVar[list[tuple[str, dict[str, str]]]] = []

    def do_GET(self) -> None:
        self.seen.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        status = int(parse_qs(urlsplit(self.path).query).get("answer", ["200"])[0])
        content = b"<Error><Key>members/secret</Key></Error>" if status >= 400 else PICTURE
        self.send_response(status)
        self.send_header("content-length", str(len(content)))
        self.send_header("x-amz-id-2", "of the bucket")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args: object) -> None:
        pass


@dataclass
class Behind:
    """A gateway, the addresses of its store and service, and what they saw."""

    gateway: Gateway
    store: str
    asked: list[dict[str, str]]

    def get(self, path: str, headers: dict[str, str] | None = None, method: str = "GET") -> httpx.Response:
        cookies = {"cookie": f"token={self.gateway.token()}"}
        return self.gateway.client.request(method, path, headers={**cookies, **(headers or {})})


def serve(app: Flask) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()


def of_addresses(service: str) -> dict[str, str]:
    return {route.target: service for route in load_routes(development=True)}


@pytest.fixture(scope="module")
def recording(
    public_key: Path, private_key: Ed25519PrivateKey, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Behind]:
    """A gateway before a service that redirects wherever the query says, and a store that remembers."""
    store = Server(("127.0.0.1", 0), Recorder)
    thread = threading.Thread(target=store.serve_forever, daemon=True)
    thread.start()
    asked: list[dict[str, str]] = []
    app = Flask(__name__)

    @app.get("/<path:path>")
    def redirect(path: str) -> Response:
        asked.append({name.lower(): value for name, value in request.headers.items()})
        base = request.headers.get("x-pairwise-store", " nowhere").split(" ")[1]
        answer = request.args.get("answer", "200")
        target = request.args.get("to") or f"{base}/bucket/{path}?X-Amz-Signature=signed&answer={answer}"
        return Response(b"never seen", status=302, headers={"Location": target})

    folder = tmp_path_factory.mktemp("store")
    address = f"http://127.0.0.1:{store.server_port}"
    for service in serve(app):
        addresses = of_addresses(service)
        with running_gateway(folder, service, public_key, private_key, addresses=addresses, store=address) as gateway:
            yield Behind(gateway, address, asked)
    store.shutdown()
    thread.join()


def test_the_gateway_follows_the_services_redirect_by_itself(recording: Behind) -> None:
    Recorder.seen.clear()

    answer = recording.get("/media/some/400.webp?v=me&s=signature")

    assert (answer.status_code, answer.content) == (200, PICTURE)
    assert "location" not in answer.headers
    assert [path for path, _ in Recorder.seen] == ["/bucket/media/some/400.webp?X-Amz-Signature=signed&answer=200"]


def test_the_store_learns_nothing_of_the_visitor(recording: Behind) -> None:
    Recorder.seen.clear()
    headers = {
        "authorization": "Bearer other",
        "accept-language": "nl",
        "referer": "http://localhost/app/profile/1",
        "range": "bytes=0-3",
        "if-none-match": '"kept"',
    }

    recording.get("/media/some/400.webp?s=signature", headers)

    [(_, sent)] = Recorder.seen
    # The id of a trace is random, and new with each request.
    assert set(sent) <= {"host", "range", "if-none-match", "traceparent", "tracestate"}
    assert sent["host"] == urlsplit(recording.store).netloc
    assert (sent["range"], sent["if-none-match"]) == ("bytes=0-3", '"kept"')


def test_its_answer_has_the_headers_of_every_answer_and_none_of_the_bucket(recording: Behind) -> None:
    headers = recording.get("/chat-media/some/400.webp").headers

    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "x-amz-id-2" not in headers


@pytest.mark.parametrize(("stored", "answered"), [(404, 404), (403, 503), (400, 503), (500, 503)])
def test_a_refusal_of_the_store_shows_nothing_of_it(recording: Behind, stored: int, answered: int) -> None:
    answer = recording.get(f"/media/some/400.webp?answer={stored}")

    assert answer.status_code == answered
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json()["error"]["code"] == {404: "not_found", 503: "unavailable"}[answered]
    assert "secret" not in answer.text


def test_the_link_is_in_no_line_of_the_log(recording: Behind) -> None:
    recording.get("/media/some/400.webp?s=a-signature")
    recording.get("/media/other/400.webp?s=a-signature")

    written = recording.gateway.access_log.read_text()
    deadline = time.monotonic() + 60
    while '"path":"store"' not in written and time.monotonic() < deadline:
        time.sleep(0.1)
        written = recording.gateway.access_log.read_text()
    assert '"path":"store"' in written
    assert "a-signature" not in written
    assert recording.gateway.settings.store_path not in written


def test_without_a_token_neither_service_nor_store_is_asked(recording: Behind) -> None:
    Recorder.seen.clear()
    recording.asked.clear()

    answer = recording.gateway.client.get("/media/some/400.webp")

    assert (answer.status_code, Recorder.seen, recording.asked) == (403, [], [])


@pytest.mark.parametrize(
    "path", ["/guessed/bucket/file?X-Amz-Signature=signed", "/bucket/file?X-Amz-Signature=signed", "/"]
)
def test_nobody_reaches_the_store_by_its_host(recording: Behind, path: str) -> None:
    Recorder.seen.clear()

    answer = recording.get(path, {"host": HOST, "x-envoy-original-url": "http://localhost/media/x"})

    assert (answer.status_code, Recorder.seen) == (421, [])


def test_even_with_the_secret_path_only_a_signed_address_is_passed_on(recording: Behind) -> None:
    Recorder.seen.clear()
    path = f"/{recording.gateway.settings.store_path}/bucket/file"

    assert recording.get(path, {"host": HOST}).status_code == 421
    assert recording.get(f"{path}?X-Amz-Signature=s", {"host": HOST}, method="DELETE").status_code == 421
    assert Recorder.seen == []


@pytest.mark.parametrize("to", ["http://localhost/media/other", "http://127.0.0.1:9/x?X-Amz-Signature=s"])
def test_a_redirect_to_anywhere_else_is_not_followed(recording: Behind, to: str) -> None:
    Recorder.seen.clear()
    recording.asked.clear()

    answer = recording.get(f"/media/some/400.webp?to={quote(to)}")

    assert (answer.status_code, Recorder.seen, len(recording.asked)) == (302, [], 1)


def test_other_routes_are_not_told_of_the_store(recording: Behind) -> None:
    recording.asked.clear()

    recording.get("/api/search.php", {"x-pairwise-store": "http://stolen http://stolen/base"})

    assert "x-pairwise-store" not in recording.asked[-1]


@pytest.fixture(scope="module")
def whole(
    public_key: Path, private_key: Ed25519PrivateKey, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Behind]:
    """A gateway, a service with the real store, and a server that speaks the API of S3."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    app, store = Flask(__name__), PictureStoreOf(f"http://{host}:{port}")

    @app.get("/media/<name>/<variant>")
    def picture(name: str, variant: str) -> Response:
        return serve_file(store.files, f"members/{name}", variant, KEPT)

    for service in serve(app):
        address, addresses = f"http://{host}:{port}", of_addresses(service)
        folder = tmp_path_factory.mktemp("whole")
        with running_gateway(folder, service, public_key, private_key, addresses=addresses, store=address) as gateway:
            yield Behind(gateway, address, [])
    store.close()
    server.stop()


class PictureStoreOf:
    """The pictures' store in a bucket of this server, with two files."""

    def __init__(self, endpoint: str) -> None:
        self._patch = pytest.MonkeyPatch()
        for name, value in {
            "AWS_ACCESS_KEY_ID": "key",
            "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_ENDPOINT_URL_S3": endpoint,
        }.items():
            self._patch.setenv(name, value)
        bucket = f"photos-{secrets.token_hex(4)}"
        self.files = PictureStore(f"s3://{bucket}/media")
        self.files._store.files.mkdir(bucket)
        self.files.write("members/one", {"400": PICTURE, SOUND: RECORDING})

    def close(self) -> None:
        self.files._store.files.clear_instance_cache()
        self._patch.undo()


def test_a_picture_of_a_bucket_comes_through_the_gateway(whole: Behind) -> None:
    answer = whole.get("/media/one/400")

    assert (answer.status_code, answer.content) == (200, PICTURE)
    assert answer.headers["content-type"] == "image/webp"
    assert answer.headers["cache-control"] == KEPT
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_a_recording_is_answered_in_ranges(whole: Behind) -> None:
    answer = whole.get(f"/media/one/{SOUND}", {"range": "bytes=10-19"})

    assert (answer.status_code, answer.content) == (206, RECORDING[10:20])
    assert (answer.headers["content-type"], answer.headers["accept-ranges"]) == ("audio/ogg", "bytes")


def test_its_headers_alone_are_answered_too(whole: Behind) -> None:
    answer = whole.get("/media/one/400", method="HEAD")

    assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, b"", "image/webp")
