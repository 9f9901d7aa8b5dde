"""Egress: outgoing HTTP to an allow-list of hosts, without redirects or proxies, as protection against SSRF."""

import ipaddress
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPSConnection
from urllib3.connectionpool import HTTPSConnectionPool
from urllib3.exceptions import ProtocolError

from shared.kit.telemetry import egress_seconds

# Kept to a host, unless more threads use a session.
CONNECTIONS = 10


class EgressRefused(requests.RequestException):
    """A URL outside the allow-list, or a name that resolves to no public address."""


class PublicConnection(HTTPSConnection):
    """Resolves the name once and connects to that address: a second lookup could return another (DNS rebinding)."""

    def _new_conn(self) -> socket.socket:
        found = socket.getaddrinfo(self._dns_host, self.port, type=socket.SOCK_STREAM)
        names = [str(address[0]) for *_, address in found]
        public = [name for name in names if ipaddress.ip_address(name).is_global]
        if not public:
            raise EgressRefused("the name leads to no public address")
        timeout = self.timeout if isinstance(self.timeout, int | float) else None
        return socket.create_connection((public[0], self.port), timeout)


class PublicPool(HTTPSConnectionPool):
    ConnectionCls = PublicConnection


@dataclass
class _Timed:
    answer: requests.Response | None = None


@contextmanager
def _timed(host: str) -> Iterator[_Timed]:
    """Measure a request; `status` of one without an answer is "none"."""
    started, timed = time.perf_counter(), _Timed()
    try:
        yield timed
    finally:
        status = "none" if timed.answer is None else str(timed.answer.status_code)
        egress_seconds.labels(host, status).observe(time.perf_counter() - started)


class OneOrigin(HTTPAdapter):
    def __init__(
        self, url: str, *, only_public: bool, connections: int = CONNECTIONS, is_idempotent: bool = False
    ) -> None:
        self._origin = _origin(url)
        self._only_public = only_public
        self._is_idempotent = is_idempotent
        super().__init__(max_retries=0, pool_maxsize=connections)

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        """Make the pool of connections; with `only_public` each of them checks the address it connects to."""
        super().init_poolmanager(*args, **kwargs)
        if self._only_public:
            self.poolmanager.pool_classes_by_scheme = {"https": PublicPool}

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        """Send the request and measure it. Raises EgressRefused for another origin, before anything is sent."""
        if _origin(request.url or "") != self._origin:
            raise EgressRefused("not the configured host")
        with _timed(self._origin[1] or "") as timed:
            try:
                timed.answer = super().send(request, *args, **kwargs)
            except requests.ConnectionError as error:
                if not (self._is_idempotent and _was_closed(error)):
                    raise
                timed.answer = super().send(request, *args, **kwargs)
        return timed.answer


def _was_closed(error: requests.ConnectionError) -> bool:
    """Whether the other side ended the connection without an answer.

    It does so with each one that was idle for long enough, be it while the next request is on its way.
    """
    return bool(error.args) and isinstance(error.args[0], ProtocolError)


class KnownHosts(HTTPAdapter):
    """Allows https on port 443 to public addresses of these hosts; `*.` in front stands for any subdomain."""

    def __init__(self, hosts: Sequence[str], connections: int) -> None:
        self._hosts = tuple(hosts)
        super().__init__(max_retries=0, pool_maxsize=connections)

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        """Make the pool of connections, each of which checks the address it connects to."""
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"https": PublicPool}

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        """Send the request and measure it. Raises EgressRefused for another host, before anything is sent."""
        known = next((host for host in self._hosts if is_known(request.url or "", [host])), None)
        if known is None:
            raise EgressRefused("not one of the known hosts")
        # Measured by the entry of the list: subdomains are the push services' own, and many.
        with _timed(known) as timed:
            timed.answer = super().send(request, *args, **kwargs)
        return timed.answer


def is_known(url: str, hosts: Sequence[str]) -> bool:
    """Whether this is an https address, on its usual port and without a login, of one of these hosts."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    if parts.scheme != "https" or port not in (None, 443) or parts.username is not None:
        return False
    return any(host.endswith(known[1:]) if known.startswith("*.") else host == known for known in hosts)


def session_to(url: str, *, only_public: bool, is_idempotent: bool = False) -> requests.Session:
    """A session that reaches the origin of this URL and no other.

    With `is_idempotent`, a request whose connection is closed without an answer is sent once more.
    """
    session = _closed_session()
    for scheme in ("https://", "http://"):
        session.mount(scheme, OneOrigin(url, only_public=only_public, is_idempotent=is_idempotent))
    return session


def session_to_hosts(
    hosts: Sequence[str], stand_in: str | None = None, *, connections: int = CONNECTIONS
) -> requests.Session:
    """A session that reaches these hosts, and the stand-in on this machine if there is one.

    It keeps so many connections to each, one for each thread that uses it at the same time.
    """
    session = _closed_session()
    session.mount("https://", KnownHosts(hosts, connections))
    if stand_in:
        session.mount(f"{stand_in}/", OneOrigin(stand_in, only_public=False, connections=connections))
    return session


def _closed_session() -> requests.Session:
    session = requests.Session()
    session.max_redirects, session.trust_env = 0, False
    session.adapters.clear()
    return session


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or {"https": 443, "http": 80}.get(parts.scheme)
