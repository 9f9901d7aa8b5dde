"""Ends everything of one copy, and nothing else."""

import contextlib
import time

import psutil

from runner.home import Home
from runner.keys import Keys
from runner.supervisor import STOP_SECONDS, Supervisor

MARK = "PAIRWISE_COPY"


def running_supervisor(home: Home) -> Supervisor | None:
    ports = home.recall("ports")
    if not ports or not home.secrets.is_dir():
        return None
    supervisor = Supervisor(ports["supervisor"], Keys(home.secrets).supervisor())
    return supervisor if supervisor.is_running() else None


def marked(home: Home) -> list[psutil.Process]:
    """Every process started for this copy, by the mark in its environment: a recorded pid may be another's by now."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.environ().get(MARK) == home.key:
                found.append(process)
    return found


def stop(home: Home) -> bool:
    """Whether there was anything to stop. Returns when nothing of the copy runs any more."""
    processes = marked(home)
    if supervisor := running_supervisor(home):
        with contextlib.suppress(OSError):
            supervisor.shut_down()
        # First the product, then the servers; each group has its time.
        _wait(home, 2 * STOP_SECONDS + 2)
    # What is left had nobody to stop it.
    for process in marked(home):
        with contextlib.suppress(psutil.Error):
            process.terminate()
    if marked(home):
        _wait(home, STOP_SECONDS)
    for process in marked(home):
        with contextlib.suppress(psutil.Error):
            process.kill()
    return bool(processes)


def _wait(home: Home, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while marked(home) and time.monotonic() < deadline:
        time.sleep(0.1)
