"""gunicorn with the settings of every service. Not in `web/`, whose imports the master process should not have."""

import logging
from collections.abc import Callable
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

from shared.kit.settings import Settings


class Log(Logger):  # type: ignore[misc]
    """gunicorn's logger without handlers of its own."""

    def setup(self, cfg: Any) -> None:
        self.cfg = cfg
        self.error_log.setLevel(logging.WARNING)
        self.error_log.propagate = True
        self.access_log.disabled = True


class WebServer(BaseApplication):  # type: ignore[misc]
    """One worker process with threads; more capacity is more pods. The app is made in the worker: clients of gRPC and
    the database do not survive a fork, and the master that only watches stays small without the app's imports."""

    def __init__(self, settings: Settings, make_app: Callable[[], Any]) -> None:
        self._settings, self._make_app = settings, make_app
        super().__init__()

    def load_config(self) -> None:
        for name, value in {
            "bind": self._settings.addresses,
            "workers": 1,
            "threads": self._settings.web_threads,
            "worker_class": "gthread",
            "timeout": 30,
            "graceful_timeout": 10,
            "keepalive": 75,
            "max_requests": 0,
            # None: Envoy in front takes no more than 16 KiB of headers, request line included (gateway/listener.py).
            # Longer fields are refused by the models, with 422 instead of gunicorn's error page.
            "limit_request_line": 0,
            "accesslog": None,
            # To the root logger alone, which shows no values of a request.
            "logger_class": Log,
            "loglevel": "warning",
            # None: nothing of a request is judged by its scheme, which is that of the last hop (web/csrf.py).
            "forwarded_allow_ips": "",
            # It would lie in the home folder, one for all services: the runner and the cluster stop and start them.
            "control_socket_disable": True,
        }.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return self._make_app()
