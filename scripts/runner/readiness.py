"""Readiness of processes by their health checks."""

import time
import urllib.request
from collections.abc import Callable, Iterable

from runner.processes import Process


def says_ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:  # noqa: S310 - our own addresses
            return bool(answer.status == 200)
    except OSError:
        return False


def is_ready(process: Process) -> bool:
    """True if every part of it says so."""
    return all(map(says_ready, process.ready_urls))


def wait_until_ready(
    processes: Iterable[Process],
    seconds: float,
    give_up: Callable[[], bool],
    note_ready: Callable[[str], None] = lambda _: None,
) -> list[Process]:
    """Wait for readiness; return the processes that were not ready in time. Calls `note_ready` for each that is."""
    waiting = [process for process in processes if process.ready_urls]
    deadline = time.monotonic() + seconds
    while waiting and time.monotonic() < deadline and not give_up():
        late = []
        for process in waiting:
            if is_ready(process):
                note_ready(process.name)
            else:
                late.append(process)
        waiting = late
        if waiting:
            time.sleep(0.2)
    return waiting
