"""The client of postbacks against a server that answers badly, and addresses it must not reach."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from lander.clients import networks
from lander.clients.networks import NetworkPostbacks
from lander.domain.postback import PostbackRequest


class Bad(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        match self.path.partition("?")[0]:
            case "/redirects":
                self.send_response(302)
                self.send_header("Location", "/ok")
            case "/busy":
                self.send_response(503)
                self.send_header("Retry-After", "120")
            case "/drops":
                self.close_connection = True
                return
            case "/hangs":
                self.server.released.wait(20)  # type: ignore[attr-defined]
                return
            case path:
                self.send_response({"/ok": 200, "/fails": 500}[path])
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.got = (self.path, self.headers["Content-Type"], self.headers["X-Signature"], sent)  # type: ignore[attr-defined]
        self.do_GET()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def serving() -> Iterator[ThreadingHTTPServer]:
    serving = ThreadingHTTPServer(("127.0.0.1", 0), Bad)
    serving.released = threading.Event()  # type: ignore[attr-defined]
    thread = threading.Thread(target=serving.serve_forever)
    thread.start()
    yield serving
    serving.released.set()  # type: ignore[attr-defined]
    serving.shutdown()
    thread.join()
    serving.server_close()


@pytest.fixture
def server(serving: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{serving.server_port}"


def test_a_post_has_the_values_of_a_form_and_its_signature(serving: ThreadingHTTPServer, server: str) -> None:
    request = PostbackRequest(f"{server}/ok", "cid=1&st=lead", "t=1,v1=ab")

    assert NetworkPostbacks(server).send(request, []).code == 200
    form = "application/x-www-form-urlencoded"
    assert serving.got == ("/ok", form, "t=1,v1=ab", "cid=1&st=lead")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("path", "code"), [("ok", 200), ("fails", 500), ("redirects", 302), ("busy", 503), ("drops", None), ("hangs", None)]
)
def test_every_answer_is_reported_and_none_is_an_exception(
    server: str, path: str, code: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Only the one that never comes is waited for briefly: a busy machine may be slow with the others.
    monkeypatch.setattr(networks, "READ_SECONDS", 0.3 if path == "hangs" else 60)
    answer = NetworkPostbacks(server).send(PostbackRequest(f"{server}/{path}?cid=1"), [])
    assert (answer.code, answer.is_refused) == (code, False)
    assert (answer.retry_after is not None) == (path == "busy")


@pytest.mark.parametrize(
    "url",
    ["https://localhost/", "https://127.0.0.1/", "https://other.example/", "https://trk.example:8443/"],
)
def test_unlisted_hosts_other_ports_and_private_addresses_are_refused(url: str) -> None:
    assert NetworkPostbacks().send(PostbackRequest(url), ["trk.example", "localhost", "127.0.0.1"]).is_refused
