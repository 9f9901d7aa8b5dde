"""The only way out: to one configured host, by the scheme and port of its address, without redirects or proxies."""

import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPSConnection
from urllib3.connectionpool import HTTPSConnectionPool


class Foreign(requests.RequestException):
    """An address that is not the configured one, or one inside our own network."""


class PublicConnection(HTTPSConnection):
    """Looks the name up itself and connects to what it found: a second look-up cannot lead somewhere else."""

    def _new_conn(self) -> socket.socket:
        found = socket.getaddrinfo(self._dns_host, self.port, type=socket.SOCK_STREAM)
        names = [str(address[0]) for *_, address in found]
        public = [name for name in names if ipaddress.ip_address(name).is_global]
        if not public:
            raise Foreign("the name leads to no public address")
        timeout = self.timeout if isinstance(self.timeout, int | float) else None
        return socket.create_connection((public[0], self.port), timeout)


class PublicPool(HTTPSConnectionPool):
    ConnectionCls = PublicConnection


class OneHost(HTTPAdapter):
    def __init__(self, url: str, *, only_public: bool) -> None:
        self._origin = _origin(url)
        self._only_public = only_public
        super().__init__(max_retries=0)

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        if self._only_public:
            self.poolmanager.pool_classes_by_scheme = {"https": PublicPool}

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        if _origin(request.url or "") != self._origin:
            raise Foreign("not the configured host")
        return super().send(request, *args, **kwargs)


def session_to(url: str, *, only_public: bool) -> requests.Session:
    session = requests.Session()
    session.max_redirects, session.trust_env = 0, False
    session.adapters.clear()
    for scheme in ("https://", "http://"):
        session.mount(scheme, OneHost(url, only_public=only_public))
    return session


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or {"https": 443, "http": 80}.get(parts.scheme)
