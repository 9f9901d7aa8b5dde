"""A folder or a bucket through fsspec, with a limit on the time of each operation and a circuit breaker."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import fsspec
from fsspec.asyn import sync

from shared.kit.core.circuit_breaker import CircuitBreaker
from shared.kit.core.errors import Unavailable
from shared.kit.core.logs import logger

# For all calls of an operation on a bucket together.
SECONDS = 4.5
SHORTEST_SECONDS = 0.001  # 0 is no limit


class ObjectStore:
    """The file system and root of a URL. After several failures in a row it is not asked for some seconds.

    `login` has the key, secret and endpoint_url of a bucket that is not entered by the environment's.
    """

    def __init__(self, url: str, **login: str) -> None:
        self.is_bucket = url.startswith("s3:")
        options: dict[str, Any] = {"auto_mkdir": True} if url.startswith("file:") else dict(login)
        self.files, self.root = fsspec.core.url_to_fs(url, **options)
        self._breaker = CircuitBreaker()

    @contextmanager
    def writing(self, seconds: float | None = None) -> Iterator[Callable[..., Any]]:
        """As `asking`; a bucket that is not there is Unavailable, too."""
        try:
            with self.asking(seconds) as ask:
                yield ask
        except FileNotFoundError as error:
            raise Unavailable() from error

    @contextmanager
    def asking(self, seconds: float | None = None) -> Iterator[Callable[..., Any]]:
        """A function that calls a method of the file system by its name; all calls together have so many seconds.

        Raises FileNotFoundError, and Unavailable for every other error, because every kind of store has exceptions of
        its own, and for a bucket that has not answered in time.
        """
        if not self._breaker.allows_call():
            raise Unavailable()
        try:
            yield partial(self._ask, time.monotonic() + (seconds or SECONDS))
        except FileNotFoundError:
            self._breaker.succeeded()
            raise
        except Exception as error:
            self._breaker.failed()
            logger().warning("object_store_unavailable", problem=type(error).__name__)
            raise Unavailable() from error
        self._breaker.succeeded()

    def _ask(self, ends_at: float, method: str, *args: Any, **more: Any) -> Any:
        if not self.is_bucket:
            return getattr(self.files, method)(*args, **more)
        # The client's own timeouts are for each read and each of its retries.
        left = max(ends_at - time.monotonic(), SHORTEST_SECONDS)
        return sync(self.files.loop, getattr(self.files, f"_{method}"), *args, timeout=left, **more)


def split_login(url: str) -> tuple[str, dict[str, str]]:
    """The address of a bucket without its login, and the login: `s3://ID:KEY@BUCKET/FOLDER?endpoint=https://HOST`.

    ID and KEY are percent-encoded. Without an endpoint it is Amazon's; without a login the environment's own identity
    is used. Any other URL has no login.
    """
    parts = urlsplit(url)
    if parts.scheme != "s3":
        return url, {}
    given = {
        "key": unquote(parts.username or ""),
        "secret": unquote(parts.password or ""),
        "endpoint_url": parse_qs(parts.query).get("endpoint", [""])[0],
    }
    bucket = parts.netloc.rpartition("@")[2]
    return f"s3://{bucket}{parts.path}", {name: value for name, value in given.items() if value}
