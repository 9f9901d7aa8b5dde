"""Run a process, and start it anew when its code changes: `python -m shared.ops.reload SERVICE PROCESS`.

For the development image, whose files Tilt replaces while it runs. The files' times are polled: the events of a file
system do not cross every container runtime.
"""

import signal
import subprocess
import sys
import time
from pathlib import Path

CODE = Path(__file__).resolve().parents[3]
SUFFIXES = (".py", ".yaml", ".json")
POLL_SECONDS = 0.5
STOP_SECONDS = 5


def changed_at(folder: Path) -> float:
    """The latest modification of any file of code below this folder; 0 if there is none."""
    return max((file.stat().st_mtime for file in folder.rglob("*") if file.suffix in SUFFIXES), default=0)


def run(command: list[str], folder: Path = CODE) -> None:
    """Keep the command running until SIGTERM; it is also started anew after it ended by itself and code changed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    while True:
        seen, process = changed_at(folder), subprocess.Popen(command)
        try:
            while changed_at(folder) == seen:
                time.sleep(POLL_SECONDS)
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


if __name__ == "__main__":
    run([sys.executable, "-m", "shared.kit.run", *sys.argv[1:]])
