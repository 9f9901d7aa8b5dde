"""Visits of landing pages as a browser makes them: the page is fetched, and its script reports the view."""

import re
from html import unescape
from json import loads
from typing import Any
from urllib.parse import urlsplit

import httpx

from tests.product import Product

PERSON = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36",
    "Accept-Language": "en",
}
PROGRAM = PERSON | {"User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"}
OBJECTING = PERSON | {"Sec-GPC": "1"}


def host_of(product: Product, brand: str) -> str:
    port = urlsplit(product.base_url).port
    return f"localhost:{port}" if brand == "pairwise" else f"{brand}.localhost:{port}"


def view_of(page: str) -> tuple[dict[str, Any], str]:
    """The view that the script of a page reports, and the page's proof for the sign-up."""
    [view], [proof] = re.findall(r'data-view="([^"]*)"', page), re.findall(r'data-opened="([^"]*)"', page)
    reported: dict[str, Any] = loads(unescape(view))
    return reported, proof


class Visitor:
    """A browser at one of the brands' hosts."""

    def __init__(self, product: Product, brand: str, headers: dict[str, str] = PERSON) -> None:
        host = host_of(product, brand)
        given = {**headers, "host": host, "origin": f"http://{host}", "X-Request-Type": "app"}
        self._http = httpx.Client(base_url=product.base_url, headers=given, timeout=30)

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def fetch(self, slug: str, language: str = "en", **query: str) -> str:
        answer = self._http.get(f"/{language}/landers/{slug}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.text

    def report(self, view: dict[str, Any], method: str = "POST") -> None:
        answer = self._http.request(method, "/api/track.php", json=view)
        assert answer.status_code == 202, answer.text
