"""A stand-in as a process of its own, on a free port."""

import os
import signal
import time
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import httpx
from runner.ports import free_port
from shared.kit.testing import forked

SCRIPTS = Path(__file__).parents[2]
STAND_INS = tuple(
    f"standins.{name}.__main__" for name in ("age", "mailbox", "networks", "payments", "push", "translator")
)
# Until then a process may take for starting or stopping on a machine that is busy with everything else.
TIMEOUT_SECONDS = 60


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
        self.process = forked.start(
            f"{self.module}.__main__", environment=self.environment(), imported=STAND_INS, log=self.log
        )
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
