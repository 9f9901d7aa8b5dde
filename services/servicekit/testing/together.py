"""Calls that meet: for tests of what happens when several come at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

Answer = TypeVar("Answer")


def at_once(*calls: Callable[[], Answer]) -> list[Answer]:
    """Their answers, in order, when all are made at once. What one raises is raised."""
    start = Barrier(len(calls))

    def together(call: Callable[[], Answer]) -> Answer:
        start.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return [made.result() for made in [threads.submit(together, call) for call in calls]]
