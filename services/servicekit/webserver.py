"""gunicorn, set up alike for every service. Beside `web`, whose imports the master shall not carry."""

from collections.abc import Callable
from typing import Any

from gunicorn.app.base import BaseApplication

from servicekit.settings import Settings


class WebServer(BaseApplication):  # type: ignore[misc]
    """One worker process with threads; more capacity is more pods. The app is made in the worker: clients of gRPC and
    the database do not survive a fork, and the master that only watches stays small without what the app imports."""

    def __init__(self, settings: Settings, make_app: Callable[[], Any]) -> None:
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
            # None: Envoy in front takes no more than 16 KiB of headers, request line included (gateway/listener.py).
            # What is let through is for the models to refuse, with 422 and not with gunicorn's page.
            "limit_request_line": 0,
            "accesslog": None,
            "errorlog": "-",
            "loglevel": "warning",
            "forwarded_allow_ips": "127.0.0.1",
            # It would lie in the home folder, one for all services: the runner and the cluster stop and start them.
            "control_socket_disable": True,
        }.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return self._make_app()
