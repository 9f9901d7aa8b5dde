"""Instance of the whole product for tests and benchmarks: on a free port, in its own home, deleted at the end."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from shared.registry import services

from runner.home import Home
from runner.instance import Instance
from runner.keys import Keys
from runner.paths import ROOT
from runner.ports import free_port
from runner.processes import name_of
from runner.stop import running_supervisor
from runner.supervisor import Supervisor


@dataclass(frozen=True)
class Product:
    """A running instance, reached through the public port; the other properties serve fault injection."""

    base_url: str
    home: Path

    @property
    def logs(self) -> Path:
        return self.home / "logs"

    @property
    def ports(self) -> dict[str, int]:
        ports: dict[str, int] = Home(self.home).recall("ports")
        return ports

    @property
    def instance(self) -> Instance:
        """Its addresses and secrets."""
        home, port = Home(self.home), int(self.base_url.rsplit(":", 1)[1])
        return Instance(home, services(), port, home.recall("members"), self.ports, Keys(home.secrets))

    @property
    def supervisor(self) -> Supervisor:
        found = running_supervisor(Home(self.home))
        if found is None:
            raise RuntimeError("the instance does not run")
        return found

    def pids(self) -> dict[str, int]:
        """Process ids of the running processes by name."""
        return {process["name"]: process["pid"] for process in self.supervisor.processes() if process["pid"]}

    def pid(self, part: str) -> int:
        """Process id by name, such as `likes-worker`, also where that runs with another."""
        return self.pids()[name_of(self.instance, part)]


class DidNotStart(Exception):
    """A script failed; the text is its output."""


@contextmanager
def throwaway(members: int, *, limits: str = "off", durable: bool = True) -> Iterator[Product]:
    """An instance with `members` demo members; `limits="on"` is for tests of rate limits. Benchmarks measure durable
    ones; tests wait for no disk."""
    home = Path(tempfile.mkdtemp(prefix="pairwise-instance-"))
    home.chmod(0o755)
    port = free_port()
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        # Python's default ends the command at once, without the `finally` below: the instance would go on.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        options = [] if durable else ["--without-sync"]
        _run(
            home,
            "up",
            "--detach",
            "--members",
            str(members),
            *options,
            PORT=str(port),
            PAIRWISE_LIMITS=limits,
            DEMO_CASES="off",
        )
        yield Product(f"http://localhost:{port}", home)
    finally:
        _run(home, "down")
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def running_or_throwaway(members: int, *, durable: bool = True) -> Iterator[Product]:
    """The instance whose home PAIRWISE_TEST_HOME names, which is left running; without it one that is deleted."""
    if running := os.environ.get("PAIRWISE_TEST_HOME"):
        home = Path(running).resolve()
        yield Product(f"http://localhost:{Home(home).recall('public')['port']}", home)
        return
    with throwaway(members, durable=durable) as product:
        yield product


def _run(home: Path, script: str, *arguments: str, **variables: str) -> None:
    environment = os.environ | variables | {"PAIRWISE_HOME": str(home)}
    command = [str(ROOT / "scripts" / script), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise DidNotStart(f"scripts/{script} failed:\n{done.stdout}{done.stderr}")
