"""gunicorn, set up alike for every service."""

from collections.abc import Callable

from flask import Flask
from gunicorn.app.base import BaseApplication

from servicekit.settings import Settings


class WebServer(BaseApplication):  # type: ignore[misc]
    """One worker process with threads; more capacity is more pods. The app is made in the worker, because clients
    of gRPC and the database do not survive a fork; everything it imports is shared from before the fork."""

    def __init__(self, settings: Settings, make_app: Callable[[], Flask]) -> None:
        self._settings, self._make_app = settings, make_app
        super().__init__()

    def load_config(self) -> None:
        for name, value in {
            "bind": self._settings.listen,
            "workers": 1,
            "threads": self._settings.web_threads,
            "worker_class": "gthread",
            "timeout": 30,
            "graceful_timeout": 10,
            "keepalive": 75,
            "max_requests": 0,
            "accesslog": None,
            "errorlog": "-",
            "loglevel": "warning",
            "forwarded_allow_ips": "127.0.0.1",
        }.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return self._make_app()
