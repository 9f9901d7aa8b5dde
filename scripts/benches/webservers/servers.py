"""The servers that are compared: what starts each, and the packages that only this bench installs."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import psutil
from runner.paths import BUILD, PYTHON, REQUIREMENTS, ROOT, VENV
from runner.ports import free_port

INSTALLED, LOCK = BUILD / "webservers", REQUIREMENTS / "webservers.lock"
APPLICATION = "benches.webservers.application:app"


@dataclass(frozen=True)
class Server:
    """A way to serve: its name, and the arguments of Python that listen on an address with so many threads."""

    name: str
    threads: int
    arguments: tuple[str, ...] = ()

    def command(self, port: int) -> list[str]:
        """What to run; without arguments, the process of the product itself."""
        own = ("-m", "shared.kit.run", "profiles", "web")
        given = {"host": "127.0.0.1", "port": port, "threads": self.threads, "application": APPLICATION}
        return [sys.executable, *(each.format(**given) for each in self.arguments or own)]


GUNICORN = ("-m", "gunicorn", "--workers", "1", "--bind", "{host}:{port}", "--log-level", "error")
GEVENT = (*GUNICORN, "--worker-class", "gevent", "--worker-connections", "256", "{application}")
GRANIAN = ("-m", "granian", "--interface", "wsgi", "--host", "{host}", "--port", "{port}", "--log-level", "error")
SERVERS = (
    Server("8 threads", 8),
    Server("2 threads", 2),
    Server("4 threads", 4),
    Server("16 threads", 16),
    Server("gevent", 8, GEVENT),
    Server("granian, 8 threads", 8, (*GRANIAN, "--blocking-threads", "{threads}", "{application}")),
)


def install() -> None:
    """Install what is missing, as the lock says. Raises subprocess.CalledProcessError."""
    done = INSTALLED / LOCK.name
    if done.exists() and done.read_bytes() == LOCK.read_bytes():
        return
    target = ["--target", str(INSTALLED), "--require-hashes", "--no-deps", "-r", str(LOCK)]
    command = [str(VENV / "bin" / "uv"), "pip", "install", "--python", str(PYTHON), *target]
    subprocess.run(command, stdout=sys.stderr, check=True)
    done.write_bytes(LOCK.read_bytes())


class Running:
    """A server that listens on `port`, as all of its processes together."""

    def __init__(self, port: int, process: int) -> None:
        self.port, self._process = port, psutil.Process(process)

    def _processes(self) -> list[psutil.Process]:
        return [self._process, *self._process.children(recursive=True)]

    def cpu_seconds(self) -> float:
        """Processor time so far."""
        times = [each.cpu_times() for each in self._processes()]
        return float(sum(each.user + each.system for each in times))

    def memory(self) -> float:
        """Proportional set size, in MiB."""
        return float(sum(each.memory_full_info().pss for each in self._processes())) / 2**20


@contextmanager
def running(server: Server, environment: Mapping[str, str]) -> Iterator[Running]:
    """Start a server; it may take some seconds until it answers."""
    port = free_port()
    own = {"PAIRWISE_LISTEN": f"127.0.0.1:{port}", "WEB_THREADS": str(server.threads)}
    # Pools are as large as there are threads: a request that waits for a connection would be measured instead.
    own["DATABASE_POOL_SIZE"] = str(server.threads)
    path = os.pathsep.join([os.environ["PYTHONPATH"], str(INSTALLED)])
    process = subprocess.Popen(server.command(port), env={**environment, **own, "PYTHONPATH": path}, cwd=ROOT)
    try:
        yield Running(port, process.pid)
    finally:
        processes = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
        process.terminate()
        # A server of several processes may wait for connections that nobody closes.
        _, alive = psutil.wait_procs(processes, timeout=15)
        for each in alive:
            each.kill()
