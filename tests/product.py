"""The whole product for tests: started once, on a free port with a home of its own, stopped at the end.

A conftest.py takes it in with `from tests.product import product` (or `pytest_plugins = ["tests.product"]`).
With PAIRWISE_TEST_HOME set, a copy that already runs from there is used and left running.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from runner.home import Home
from runner.places import ROOT
from runner.ports import free_port

MEMBERS = 300


@dataclass(frozen=True)
class Product:
    """A running copy, reached as its visitors reach it; the paths are for tests that break things."""

    base_url: str
    home: Path

    @property
    def logs(self) -> Path:
        return self.home / "logs"

    @property
    def ports(self) -> dict[str, int]:
        ports: dict[str, int] = Home(self.home).recall("ports")
        return ports

    def pids(self) -> dict[str, int]:
        """The process id of each part that runs now."""
        from runner.stop import running_supervisor

        supervisor = running_supervisor(Home(self.home))
        return {part["name"]: part["pid"] for part in supervisor.processes() if part["pid"]} if supervisor else {}


@pytest.fixture(scope="session")
def product() -> Iterator[Product]:
    if running := os.environ.get("PAIRWISE_TEST_HOME"):
        home = Path(running).resolve()
        yield Product(f"http://localhost:{Home(home).recall('public')['port']}", home)
        return
    home = Path(tempfile.mkdtemp(prefix="pairwise-test-"))
    home.chmod(0o755)
    port = free_port()
    try:
        _run(home, "up", "--detach", "--members", str(MEMBERS), PORT=str(port))
        yield Product(f"http://localhost:{port}", home)
    finally:
        _run(home, "down")
        shutil.rmtree(home, ignore_errors=True)


def _run(home: Path, script: str, *arguments: str, **variables: str) -> None:
    """Runs a script of ours; when it fails the test says what it said."""
    environment = os.environ | variables | {"PAIRWISE_HOME": str(home)}
    command = [str(ROOT / "scripts" / script), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.fail(f"scripts/{script} failed:\n{done.stdout}{done.stderr}", pytrace=False)
