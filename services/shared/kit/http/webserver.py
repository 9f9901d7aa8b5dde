"""gunicorn's threaded worker with the settings of every service."""

import logging
import os
import signal
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger
from gunicorn.sock import create_sockets
from gunicorn.workers.gthread import ThreadWorker

from shared.kit.core.settings import Settings
from shared.kit.core.stopping import Stopping

# gunicorn looks every second for connections that were kept alive for too long; without any there is nothing to see.
IDLE_SECONDS = 60.0


class Log(Logger):  # type: ignore[misc]
    """gunicorn's logger without handlers of its own."""

    def setup(self, cfg: Any) -> None:
        """Pass warnings and errors to the root logger; there is no access log."""
        self.cfg = cfg
        self.error_log.setLevel(logging.WARNING)
        self.error_log.propagate = True
        self.access_log.disabled = True


class Worker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's threaded worker without the master above it: the supervisor or the kubelet does the master's work, to
    start the process again when it has ended or no longer answers."""

    def __init__(self, *arguments: Any, stopping: Stopping) -> None:
        super().__init__(*arguments)
        self._stopping = stopping

    def init_signals(self) -> None:
        """Stop with the process, whose main thread has the signals."""
        self._stopping.call(lambda: self.handle_exit(signal.SIGTERM, None))

    def notify(self) -> None:
        """Say nothing: no master measures the age of a file."""

    def is_parent_alive(self) -> bool:
        """True: there is no master that could be gone."""
        return True

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for events; without any connection for `IDLE_SECONDS`, instead of waking every second."""
        is_idle = self.alive and not self.keepalived_conns and not self.pending_conns
        super().wait_for_and_dispatch_events(IDLE_SECONDS if is_idle else timeout)


class WebServer(BaseApplication):  # type: ignore[misc]
    """One worker with threads; more capacity is more pods."""

    def __init__(self, settings: Settings, app: Any) -> None:
        self._settings, self._app = settings, app
        super().__init__()

    def load_config(self) -> None:
        """Set gunicorn's configuration from the settings of the process; no file or command line is read."""
        for name, value in {
            "bind": self._settings.addresses,
            "workers": 1,
            "threads": self._settings.web_threads,
            "worker_class": "gthread",
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
        """The application, which is made already."""
        return self._app

    def serve(self, stopping: Stopping) -> None:
        """Serve until the process is to stop, then finish the requests in flight."""
        log = Log(self.cfg)
        sockets = create_sockets(self.cfg, log)
        Worker(0, os.getppid(), sockets, self, 0, self.cfg, log, stopping=stopping).init_process()
