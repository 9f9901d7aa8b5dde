"""Egress: outgoing HTTP to an allow-list of hosts, without redirects or proxies, as protection against SSRF."""

import ipaddress
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import requests
from opentelemetry.trace import SpanKind
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import ProtocolError

from shared.kit.core.deadline import Deadline
from shared.kit.core.known_hosts import is_known
from shared.kit.core.telemetry import egress_seconds, mark_failed, span

# Kept to a host, unless more threads use a session.
CONNECTIONS = 10


class EgressRefused(requests.RequestException):
    """A URL outside the allow-list, or a name that resolves to no public address."""


class _Here(threading.local):
    """The deadline of the request that this thread sends."""

    deadline: Deadline | None = None


_here = _Here()


class _WithDeadline:
    """Tells the deadline of the request which connection it takes."""

    def request(self, *args: Any, **kwargs: Any) -> None:
        if _here.deadline is not None:
            _here.deadline.connection = self  # type: ignore[assignment]
        super().request(*args, **kwargs)  # type: ignore[misc]


class PlainConnection(_WithDeadline, HTTPConnection):
    """To the stand-ins of a local copy, and to services of the operator's own network."""


class EncryptedConnection(_WithDeadline, HTTPSConnection):
    """To any address."""


class PublicConnection(EncryptedConnection):
    """Resolves the name once and connects to that address: a second lookup could return another (DNS rebinding)."""

    def _new_conn(self) -> socket.socket:
        found = socket.getaddrinfo(self._dns_host, self.port, type=socket.SOCK_STREAM)
        names = [str(address[0]) for *_, address in found]
        public = [name for name in names if ipaddress.ip_address(name).is_global]
        if not public:
            raise EgressRefused("the name leads to no public address")
        timeout = self.timeout if isinstance(self.timeout, int | float) else None
        return socket.create_connection((public[0], self.port), timeout)


class PlainPool(HTTPConnectionPool):
    ConnectionCls = PlainConnection


class EncryptedPool(HTTPSConnectionPool):
    ConnectionCls = EncryptedConnection


class PublicPool(HTTPSConnectionPool):
    ConnectionCls = PublicConnection


POOLS: dict[str, type[HTTPConnectionPool]] = {"http": PlainPool, "https": EncryptedPool}


class _Adapter(HTTPAdapter):
    """Ends a request whose whole answer is not there within the sum of its timeouts."""

    @property
    def pools(self) -> dict[str, type[HTTPConnectionPool]]:
        """The pools by scheme. Their connections know the deadline of their request."""
        return POOLS

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        """Make the pools of connections."""
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = self.pools

    def _send_in_time(
        self, request: requests.PreparedRequest, stream: bool = False, timeout: Any = None, **more: Any
    ) -> requests.Response:
        """The answer, with its body unless it is streamed. Raises Timeout.

        The deadline of a streamed answer goes on until that is closed.
        """
        deadline = Deadline(sum(timeout) if isinstance(timeout, tuple) else timeout)
        with ExitStack() as stack:
            _here.deadline = stack.enter_context(deadline)
            try:
                answer = super().send(request, stream=stream, timeout=timeout, **more)
                if not stream:
                    _ = answer.content
            except requests.RequestException as error:
                if deadline.has_passed:
                    raise requests.Timeout("the whole answer took too long", request=request) from error
                raise
            finally:
                _here.deadline = None
            if stream:
                stack.callback(answer.close)
                answer.close = stack.pop_all().close  # type: ignore[method-assign]
        return answer


@dataclass
class _Timed:
    answer: requests.Response | None = None


@contextmanager
def _timed(host: str, method: str | None) -> Iterator[_Timed]:
    """Measure and trace a request; `status` of one without an answer is "none"."""
    started, timed = time.perf_counter(), _Timed()
    attributes = {"http.request.method": method or "GET", "server.address": host}
    with span(attributes["http.request.method"], kind=SpanKind.CLIENT, attributes=attributes) as sent:
        try:
            yield timed
        finally:
            status = "none" if timed.answer is None else str(timed.answer.status_code)
            egress_seconds.labels(host, status).observe(time.perf_counter() - started)
            if timed.answer is not None:
                sent.set_attribute("http.response.status_code", timed.answer.status_code)
                if timed.answer.status_code >= 400:
                    mark_failed(sent, status)


class OneOrigin(_Adapter):
    def __init__(
        self, url: str, *, only_public: bool, connections: int = CONNECTIONS, is_idempotent: bool = False
    ) -> None:
        self._origin = _origin(url)
        self._only_public = only_public
        self._is_idempotent = is_idempotent
        super().__init__(max_retries=0, pool_maxsize=connections)

    @property
    def pools(self) -> dict[str, type[HTTPConnectionPool]]:
        """With `only_public` each connection checks the address it connects to."""
        return {"https": PublicPool} if self._only_public else POOLS

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        """Send the request and measure it. Raises EgressRefused for another origin, before anything is sent."""
        if _origin(request.url or "") != self._origin:
            raise EgressRefused("not the configured host")
        with _timed(self._origin[1] or "", request.method) as timed:
            try:
                timed.answer = self._send_in_time(request, *args, **kwargs)
            except requests.ConnectionError as error:
                if not (self._is_idempotent and _was_closed(error)):
                    raise
                timed.answer = self._send_in_time(request, *args, **kwargs)
        return timed.answer


def _was_closed(error: requests.ConnectionError) -> bool:
    """Whether the other side ended the connection without an answer.

    It does so with each one that was idle for long enough, be it while the next request is on its way.
    """
    return bool(error.args) and isinstance(error.args[0], ProtocolError)


class KnownHosts(_Adapter):
    """Allows https on port 443 to public addresses of these hosts; `*.` in front stands for any subdomain."""

    def __init__(self, hosts: Sequence[str], connections: int) -> None:
        self._hosts = tuple(hosts)
        super().__init__(max_retries=0, pool_maxsize=connections)

    @property
    def pools(self) -> dict[str, type[HTTPConnectionPool]]:
        """Each connection checks the address it connects to."""
        return {"https": PublicPool}

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        """Send the request and measure it. Raises EgressRefused for another host, before anything is sent."""
        known = next((host for host in self._hosts if is_known(request.url or "", [host])), None)
        if known is None:
            raise EgressRefused("not one of the known hosts")
        # Measured by the entry of the list: subdomains are the push services' own, and many.
        with _timed(known, request.method) as timed:
            timed.answer = self._send_in_time(request, *args, **kwargs)
        return timed.answer


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
