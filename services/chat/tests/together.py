"""Concurrent calls of which some are refused."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def outcomes_of(calls: list[Callable[[], Any]]) -> list[Any]:
    """The answers and errors of these calls, made at the same time, in order."""

    def outcome(call: Callable[[], Any]) -> Any:
        try:
            return call()
        except Exception as error:
            return error

    with ThreadPoolExecutor(min(len(calls), 24)) as pool:
        return list(pool.map(outcome, calls))
