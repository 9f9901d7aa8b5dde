"""Stop all processes of one instance, and no others."""

import contextlib
import time

import psutil

from runner.home import Home
from runner.keys import Keys
from runner.supervisor import STOP_SECONDS, Supervisor

MARK = "PAIRWISE_INSTANCE"


def running_supervisor(home: Home) -> Supervisor | None:
    ports = home.recall("ports")
    if not ports or not home.secrets.is_dir():
        return None
    supervisor = Supervisor(ports["supervisor"], Keys(home.secrets).supervisor())
    return supervisor if supervisor.is_running() else None


def marked(home: Home) -> list[psutil.Process]:
    """Processes started for this instance, found by MARK in their environment: the kernel reuses process ids."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.environ().get(MARK) == home.key:
                found.append(process)
    return found


def stop(home: Home) -> bool:
    """Stop all processes of the instance and wait for them. Returns False when none was running."""
    processes = marked(home)
    if supervisor := running_supervisor(home):
        with contextlib.suppress(OSError):
            supervisor.shut_down()
        # First the product, then the servers; each group has its time.
        _wait(home, 2 * STOP_SECONDS + 2)
    # The rest had no supervisord to stop it.
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
    while (left := marked(home)) and time.monotonic() < deadline:
        # Looking through all processes takes time that the stopping ones need. Zombies count as running here, but not
        # in `marked`: nobody may ever wait for them.
        psutil.wait_procs(left, 1)
