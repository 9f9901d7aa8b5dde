"""gunicorn with the settings of every service. Not in `web/`, whose imports the master process should not have."""

import logging
import socket
import time
from collections.abc import Callable
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger
from gunicorn.workers.gthread import ThreadWorker

from shared.kit.listening import admit_nobody, bound
from shared.kit.settings import Settings

BACKLOG = 2048
# A connection that had been begun is complete by then: some round trips between two machines of a cluster.
HANDSHAKE_SECONDS = 0.02


class Worker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's worker with threads, which takes connections from when its app is loaded until it is told to stop.

    gunicorn's own listens earlier and leaves later: requests in between waited for the imports, or were lost.
    """

    alive: bool

    def run(self) -> None:
        self.sockets = [bound(address) for address in self.app.addresses]
        for listener in self.sockets:
            listener.listen(BACKLOG)
        super().run()

    def is_parent_alive(self) -> bool:
        if not super().is_parent_alive():
            self.alive = False
        return self.alive

    def set_accept_enabled(self, enabled: bool) -> None:
        super().set_accept_enabled(enabled)
        if not self.alive:
            for listener in self.sockets:
                admit_nobody(listener)
            time.sleep(HANDSHAKE_SECONDS)
            for listener in self.sockets:
                self._leave(listener)

    def _leave(self, listener: socket.socket) -> None:
        """Accept the connections that are established already, then close; later ones go to the other process."""
        before = -1
        while before != self.nr_conns:
            before = self.nr_conns
            self.accept(listener)
        listener.close()


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
        self.addresses = settings.addresses
        super().__init__()

    def load_config(self) -> None:
        for name, value in {
            # The worker listens by itself; without the second word the master would, too.
            "bind": [],
            "reuse_port": True,
            "workers": 1,
            "threads": self._settings.web_threads,
            "worker_class": Worker,
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
