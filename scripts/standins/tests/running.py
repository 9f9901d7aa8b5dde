"""A stand-in as a process of its own, on a free port."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from runner.ports import free_port

SCRIPTS = Path(__file__).parents[2]
# Until then a process may take for starting or stopping on a machine that is busy with everything else.
PATIENCE_SECONDS = 60


@dataclass
class StandIn:
    module: str
    state: Path
    settings: dict[str, str]
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.state / "log.jsonl"

    def start(self) -> None:
        self.state.mkdir(parents=True, exist_ok=True)
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", self.module], env=self.environment(), stdout=log, stderr=log, text=True
            )
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                if httpx.get(f"{self.url}/health/ready").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
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
        assert self.process
        self.process.send_signal(with_signal)
        return self.process.wait(PATIENCE_SECONDS)

    def restart_after_kill(self) -> None:
        self.stop(signal.SIGKILL)
        self.start()
