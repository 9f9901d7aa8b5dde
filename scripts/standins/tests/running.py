"""A stand-in as a process of its own, on a free port."""

import multiprocessing
import os
import signal
import sys
import time
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from unittest.mock import patch

import httpx
from runner.ports import free_port

SCRIPTS = Path(__file__).parents[2]
# Until then a process may take for starting or stopping on a machine that is busy with everything else.
TIMEOUT_SECONDS = 60


@cache
def processes() -> ForkServerContext:
    """Forks processes from one that has imported all stand-ins: 20 ms each instead of 1 s. It ends with the tests."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        ["standins.mailbox.__main__", "standins.payments.__main__", "standins.push.__main__"]
    )
    # The server takes its search path from the environment only.
    with patch.dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)):
        context.Process().start()
    return context


def run(module: str, environment: dict[str, str], log: Path) -> None:
    """Run a module as `python -m module` does, in this process."""
    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.environ.clear()
    os.environ.update(environment)
    import_module(f"{module}.__main__").main()


@dataclass
class StandIn:
    module: str
    state: Path
    settings: dict[str, str]
    port: int = field(default_factory=free_port)
    process: ForkServerProcess | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.state / "log.jsonl"

    def start(self) -> None:
        self.state.mkdir(parents=True, exist_ok=True)
        self.process = processes().Process(target=run, args=(self.module, self.environment(), self.log))
        self.process.start()
        deadline = time.monotonic() + TIMEOUT_SECONDS
        with httpx.Client() as client:
            while time.monotonic() < deadline and self.process.is_alive():
                try:
                    if client.get(f"{self.url}/health/ready").status_code == 200:
                        return
                except httpx.TransportError:
                    pass
                time.sleep(0.02)
        raise AssertionError(f"{self.module} does not start: {self.log.read_text()}")

    def environment(self) -> dict[str, str]:
        own = {
            "PYTHONPATH": str(SCRIPTS),
            "PAIRWISE_ENV": "test",
            "PAIRWISE_LISTEN": f"127.0.0.1:{self.port}",
            "PAIRWISE_PUBLIC_URL": self.url,
            "STATE_DIR": str(self.state / "data"),
        }
        return {**os.environ, **own, **self.settings}

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> int:
        """The exit code; of a killed process the negative number of the signal."""
        assert self.process
        assert self.process.pid
        os.kill(self.process.pid, with_signal)
        self.process.join(TIMEOUT_SECONDS)
        assert self.process.exitcode is not None, f"{self.module} does not stop"
        return self.process.exitcode

    def restart_after_kill(self) -> None:
        self.stop(signal.SIGKILL)
        self.start()
