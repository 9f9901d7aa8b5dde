"""Concurrent calls, for race tests."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

Answer = TypeVar("Answer")


def at_once(*calls: Callable[[], Answer]) -> list[Answer]:
    """Make these calls at the same moment. Returns their answers in order; raises the first error."""
    start = Barrier(len(calls))

    def together(call: Callable[[], Answer]) -> Answer:
        start.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return [made.result() for made in [threads.submit(together, call) for call in calls]]
