"""Postbacks over HTTPS to the hosts a network has named, and to no other: public addresses, no redirects."""

import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import requests
from shared.kit.core import is_known
from shared.kit.http import EgressRefused, session_to_hosts

from lander.domain.postback import PostbackRequest
from lander.ports import PostbackAnswer

CONNECT_SECONDS, READ_SECONDS = 2.0, 3.0
EXAMPLES = ".example"
# An allow-list has no adapter for another scheme than https, and no address to connect to without a host.
REFUSALS = (EgressRefused, requests.exceptions.InvalidSchema, requests.exceptions.InvalidURL)


class NetworkPostbacks:
    def __init__(self, stand_in: str | None = None) -> None:
        """`stand_in` is the URL of a server that takes the place of every host below `.example`."""
        self._stand_in = stand_in

    def send(self, request: PostbackRequest, hosts: Sequence[str]) -> PostbackAnswer:
        """One GET or POST; the body of the answer is not read. Never raises for the network's faults."""
        started = time.perf_counter()
        method = "GET" if request.body is None else "POST"
        headers = {} if request.body is None else {"Content-Type": "application/x-www-form-urlencoded"}
        if request.signature:
            headers["X-Signature"] = request.signature
        url = request.url
        if self._stand_in and is_known(url, hosts) and urlsplit(url).netloc.endswith(EXAMPLES):
            # The name is reserved (RFC 2606): nobody else can answer for it.
            headers["Host"] = urlsplit(url).netloc
            url = url.replace(f"https://{headers['Host']}", self._stand_in, 1)
        sent: dict[str, Any] = {"data": request.body, "headers": headers, "allow_redirects": False, "stream": True}
        try:
            with (
                session_to_hosts(hosts, self._stand_in) as session,
                session.request(method, url, timeout=(CONNECT_SECONDS, READ_SECONDS), **sent) as answer,
            ):
                wait = answer.headers.get("Retry-After", "")
                seconds = timedelta(seconds=int(wait)) if wait.isdecimal() and len(wait) < 7 else None
                return PostbackAnswer(answer.status_code, _milliseconds(started), seconds)
        except requests.TooManyRedirects as error:
            # The session follows none, and says so by raising.
            code = None if error.response is None else error.response.status_code
            return PostbackAnswer(code, _milliseconds(started))
        except requests.RequestException as error:
            return PostbackAnswer(None, _milliseconds(started), is_refused=_is_refused(error))


def _is_refused(error: BaseException | None) -> bool:
    """Whether our egress let nothing out; urllib3 wraps what is raised while it connects."""
    while error is not None and not isinstance(error, REFUSALS):
        error = error.__cause__ or error.__context__
    return error is not None


def _milliseconds(started: float) -> int:
    return round((time.perf_counter() - started) * 1000)
