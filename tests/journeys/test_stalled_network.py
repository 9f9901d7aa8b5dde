"""A connection that is open and silent, and a gateway that is away: the app opens from the cache all the same."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect

from tests.member import until
from tests.product import Product

AWAY = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 19\r\nConnection: close\r\n\r\nno healthy upstream"
CACHED = """async () => {
  await navigator.serviceWorker.ready
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const assets = loaded.filter((name) => new URL(name).pathname.startsWith('/assets/'))
  const found = await Promise.all(['/index.html', '/api/theme.css', ...assets].map((name) => caches.match(name)))
  return navigator.serviceWorker.controller !== null && found.every(Boolean)
}"""


class Road:
    """A port in front of the product, on which nothing may come back (`silent`), or only that it is away."""

    def __init__(self, port: int) -> None:
        self.state = "open"
        self._port = port
        self._server = socket.create_server(("127.0.0.1", 0))
        self.base_url = f"http://localhost:{self._server.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._server.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._server.accept()
                product = socket.create_connection(("127.0.0.1", self._port))
                threading.Thread(target=self._forward, args=(client, product, client), daemon=True).start()
                threading.Thread(target=self._forward, args=(product, client, client), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, client: socket.socket) -> None:
        with suppress(OSError), source, target:
            while data := source.recv(65536):
                if self.state == "open":
                    target.sendall(data)
                elif self.state == "away" and source is client:
                    client.sendall(AWAY)
                    return


@pytest.fixture
def road(product: Product) -> Iterator[Road]:
    road = Road(int(product.base_url.rsplit(":", 1)[1]))
    yield road
    road.close()


@pytest.mark.parametrize("state", ["silent", "away"])
def test_a_page_opens_from_the_cache(visit: Callable[..., Page], road: Road, state: str) -> None:
    page = visit(base_url=road.base_url)
    page.goto("/en/login")
    until(lambda: page.evaluate(CACHED) or None)
    page.reload()
    until(lambda: page.evaluate(CACHED) or None)

    road.state = state
    page.goto("/en/login", wait_until="commit")
    expect(page.get_by_role("banner")).to_be_visible()
