"""Real servers for tests: each on a free port, in a folder of its own, gone at the end.

with postgres() as address: ...      # a superuser's address; make databases in it as you like
with nats() as server: ...           # server.url; server.kill() and server.start() to try a crash
with redis() as url: ...
"""

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from shared.registry import services

from runner import accounts, paths, streams
from runner import postgres as cluster
from runner.permissions import redis_users_file
from runner.ports import free_port, free_ports

START_SECONDS = 120


@dataclass
class Server:
    """A running server that a test can kill and start again on the same port with the same data."""

    url: str
    folder: Path
    command: list[str]
    answers: Callable[[], bool]
    options: dict[str, Any] = field(default_factory=dict)
    monitor_port: int = 0  # NATS alone has one
    stop_signal: signal.Signals = signal.SIGTERM
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(self.command, cwd="/", stdout=log, stderr=log, **self.options)
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"{self.command[0]} did not start:\n{(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.05)

    def kill(self) -> None:
        """Send SIGKILL and wait."""
        if self.process:
            self.process.kill()
            self.process.wait()

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(self.stop_signal)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.kill()


@contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """An empty PostgreSQL; yields the superuser's address. Not durable unless asked, which makes tests quick."""
    with postgres_server(durable=durable) as server:
        yield server.url


@contextmanager
def postgres_server(*, durable: bool = True, settings: dict[str, str] | None = None) -> Iterator[Server]:
    account = accounts.for_postgres()
    with _folder() as folder:
        folder.chmod(0o755)
        data = folder / "data"
        data.mkdir(mode=0o700)
        account.give(data)
        files = cluster.files_for(account, folder)
        cluster.initialise(files, data, "test", account, cluster.CHEAP_PASSWORDS)
        port = free_port()
        url = cluster.address("postgres", "test", port)
        chosen = {"shared_buffers": "64MB"} | (settings or {}) | ({} if durable else cluster.WITHOUT_DURABILITY)
        command = cluster.command(files, data, port, chosen)
        # On SIGTERM it would wait until the connection pools of the tests are closed, which nobody does.
        fast_shutdown = signal.SIGINT
        server = Server(
            url, folder, command, lambda: cluster.answers(url), account.as_user(), stop_signal=fast_shutdown
        )
        with _running(server):
            yield server


@contextmanager
def postgres_replica(primary: Server) -> Iterator[Server]:
    """A streaming standby of a server made by `postgres_server`, for reads only."""
    account = accounts.for_postgres()
    with _folder() as folder:
        folder.chmod(0o755)
        data, port = folder / "data", free_port()
        files = cluster.files_for(account, primary.folder)
        _copy_cluster(primary, data)
        (data / "standby.signal").touch()
        for path in (data, *data.rglob("*")):
            account.give(path)
        url = cluster.address("postgres", "test", port)
        settings = {"shared_buffers": "64MB", "primary_conninfo": primary.url, **cluster.WITHOUT_DURABILITY}
        run = cluster.command(files, data, port, settings)
        server = Server(url, folder, run, lambda: cluster.answers(url), account.as_user(), stop_signal=signal.SIGINT)
        with _running(server):
            yield server


def _copy_cluster(server: Server, data: Path) -> None:
    """The data of a running server, as a backup from which a standby can start (the embedded PostgreSQL has no
    pg_basebackup)."""
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute("SELECT pg_backup_start('standby', true)")
        shutil.copytree(server.folder / "data", data, ignore=shutil.ignore_patterns("postmaster.*", "pgsql_tmp*"))
        [(label,)] = connection.execute("SELECT labelfile FROM pg_backup_stop(false)").fetchall()
    (data / "backup_label").write_text(label)


@contextmanager
def nats(passwords: Mapping[str, str] | None = None) -> Iterator[Server]:
    """NATS with JetStream on disk; with `passwords` (name: password) it has these users of an instance."""
    with _folder() as folder:
        ports = free_ports()
        port, monitor_port = next(ports), next(ports)
        configuration = folder / "nats.conf"
        configuration.write_text(
            streams.configuration(port, monitor_port, folder / "store", passwords or {}, services())
        )
        command = [str(paths.nats_server()), "--config", str(configuration)]
        url = f"nats://127.0.0.1:{port}"
        server = Server(url, folder, command, lambda: streams.is_well(monitor_port), monitor_port=monitor_port)
        with _running(server):
            yield server


@contextmanager
def redis(passwords: Mapping[str, str] | None = None) -> Iterator[str]:
    with redis_server(passwords) as server:
        yield server.url


@contextmanager
def redis_server(passwords: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Redis; with `passwords` (name: password) it has these users of an instance and refuses all others."""
    from redis import AuthenticationError, Redis, RedisError

    port = free_port()
    url = f"redis://127.0.0.1:{port}/0"

    def answers() -> bool:
        try:
            return bool(Redis.from_url(url).ping())
        except AuthenticationError:
            return True
        except RedisError:
            return False

    with _folder() as folder:
        users = folder / "users.acl"
        if passwords:
            users.write_text(redis_users_file(passwords, services()))
        command = redis_command(port, folder, users if passwords else None)
        with _running(Server(url, folder, command, answers)) as server:
            yield server


def redis_command(port: int, folder: Path, users: Path | None = None) -> list[str]:
    """Redis as a cache: nothing in it is ever the only copy. `users` is its ACL file."""
    options = {
        "port": str(port),
        "bind": "127.0.0.1",
        "dir": str(folder),
        "save": "",
        "appendonly": "no",
        "maxmemory": "64mb",
        "maxmemory-policy": "allkeys-lru",
        # It wakes this often a second to look at its clients and keys; ten times by default.
        "hz": "1",
        "set-proc-title": "no",
        **({"aclfile": str(users)} if users else {}),
    }
    return [str(paths.redis_server()), *(word for name, value in options.items() for word in (f"--{name}", value))]


@contextmanager
def _running(server: Server) -> Iterator[Server]:
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="pairwise-part-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
