"""Nothing leaves but to hosts that were named beforehand."""

import socket
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
import requests
from shared.kit.core.known_hosts import is_known
from shared.kit.http.egress import EgressRefused, session_to, session_to_hosts

HOSTS = ("fcm.example", "*.push.example")


@pytest.mark.parametrize("url", ["https://fcm.example/x", "https://fcm.example:443/x", "https://a.push.example/x"])
def test_a_known_host_is_known(url: str) -> None:
    assert is_known(url, HOSTS)


@pytest.mark.parametrize(
    "url",
    [
        "http://fcm.example/x",
        "https://fcm.example:8443/x",
        "https://fcm.example.evil.test/x",
        "https://evil.test/fcm.example",
        "https://fcm.example@evil.test/x",
        "https://user@fcm.example/x",
        "https://push.example/x",
        "https://evilpush.example/x",
        "https://127.0.0.1/x",
        "https://fcm.example:x/",
        "",
    ],
)
def test_any_other_is_not(url: str) -> None:
    assert not is_known(url, HOSTS)


def test_a_host_that_is_not_named_is_not_reached() -> None:
    session = session_to_hosts(HOSTS)
    with pytest.raises(EgressRefused):
        session.post("https://evil.test/", timeout=1)
    with pytest.raises(requests.RequestException):
        session.post("http://127.0.0.1:1/", timeout=1)


def test_a_name_that_leads_inside_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    inside = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.8", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: inside)
    with pytest.raises(requests.RequestException, match="no public address"):
        session_to_hosts(HOSTS).post("https://fcm.example/", timeout=1)


def test_the_stand_in_is_reached_and_leads_nowhere_else() -> None:
    class Redirects(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(201 if self.path == "/here" else 307)
            self.send_header("Location", "https://evil.test/")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Redirects)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        stand_in = f"http://127.0.0.1:{server.server_port}"
        session = session_to_hosts(HOSTS, stand_in)
        assert session.post(f"{stand_in}/here", timeout=60).status_code == 201
        for follow in (True, False):
            with pytest.raises(requests.TooManyRedirects):
                session.post(f"{stand_in}/away", timeout=60, allow_redirects=follow)
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def closing() -> Iterator[tuple[str, list[str]]]:
    """A server that ends its first connection instead of answering a second time, and the paths it was asked for."""
    asked = list[str]()
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        for answers in (True, False), (True,):
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as lines:
                for answer in answers:
                    asked.append(lines.readline().split()[1].decode())
                    while lines.readline().strip():
                        pass
                    if answer:
                        connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")

    thread = Thread(target=serve, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}", asked
    # Wakes the thread that waits for a connection.
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    thread.join()


def test_what_may_be_repeated_is_when_its_connection_was_closed(closing: tuple[str, list[str]]) -> None:
    url, asked = closing
    session = session_to(url, only_public=False, is_idempotent=True)
    assert [session.get(f"{url}/{path}", timeout=60).status_code for path in "ab"] == [200, 200]
    assert asked == ["/a", "/b", "/b"]
    session.close()


def test_what_may_not_be_repeated_is_not(closing: tuple[str, list[str]]) -> None:
    url, asked = closing
    session = session_to(url, only_public=False)
    session.get(f"{url}/a", timeout=60)
    with pytest.raises(requests.ConnectionError):
        session.get(f"{url}/b", timeout=60)
    assert asked == ["/a", "/b"]
    session.close()
