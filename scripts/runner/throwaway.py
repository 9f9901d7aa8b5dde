"""A copy of the whole product for tests and measurements: on a free port, in a home of its own, gone at the end."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from servicekit.registry import services

from runner.copy import Copy
from runner.home import Home
from runner.keys import Keys
from runner.places import ROOT
from runner.ports import free_port
from runner.stop import running_supervisor
from runner.supervisor import Supervisor


@dataclass(frozen=True)
class Product:
    """A running copy, reached as its visitors reach it; the rest is for whoever breaks things."""

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
    def copy(self) -> Copy:
        """Its addresses and secrets."""
        home, port = Home(self.home), int(self.base_url.rsplit(":", 1)[1])
        return Copy(home, services(), port, home.recall("members"), self.ports, Keys(home.secrets))

    @property
    def supervisor(self) -> Supervisor:
        found = running_supervisor(Home(self.home))
        if found is None:
            raise RuntimeError("the copy does not run")
        return found

    def pids(self) -> dict[str, int]:
        """The process id of each part that runs now."""
        return {part["name"]: part["pid"] for part in self.supervisor.processes() if part["pid"]}


class DidNotStart(Exception):
    """What the script said."""


@contextmanager
def throwaway(members: int, *, limits: str = "off") -> Iterator[Product]:
    """A copy with `members` demo members; `limits="on"` is for tests of rate limits."""
    home = Path(tempfile.mkdtemp(prefix="pairwise-copy-"))
    home.chmod(0o755)
    port = free_port()
    try:
        _run(home, "up", "--detach", "--members", str(members), PORT=str(port), PAIRWISE_LIMITS=limits)
        yield Product(f"http://localhost:{port}", home)
    finally:
        _run(home, "down")
        shutil.rmtree(home, ignore_errors=True)


def _run(home: Path, script: str, *arguments: str, **variables: str) -> None:
    environment = os.environ | variables | {"PAIRWISE_HOME": str(home)}
    command = [str(ROOT / "scripts" / script), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise DidNotStart(f"scripts/{script} failed:\n{done.stdout}{done.stderr}")
