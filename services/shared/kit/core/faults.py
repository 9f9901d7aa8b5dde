"""Fault injection: named points at which a test, or PAIRWISE_FAULT=name[:n], kills the process, to prove that nothing
is lost there.

Without either, a point costs one lookup in an empty dict. A production process refuses to start with PAIRWISE_FAULT.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

KILLED = 137  # the status a shell reports for kill -9


class Fault(BaseException):
    """A process that died here, as far as a test in the same process can tell: no `except Exception` survives it."""


_dies_at: dict[str, int] = {}
_raises_at: dict[str, int] = {}
_recorders: list[list[str]] = []


def fault_point(name: str) -> None:
    """A fault point. `name` is `<service>.<operation>.<step>`."""
    if _dies_at or _raises_at or _recorders:
        _reached(name)


def arm(environment: Mapping[str, str]) -> None:
    """Do as PAIRWISE_FAULT says: `billing.charge.committed:3` dies when this point is reached for the third time."""
    wanted = environment.get("PAIRWISE_FAULT")
    if not wanted:
        return
    if environment.get("PAIRWISE_ENV", "production") == "production":
        sys.exit("PAIRWISE_FAULT is for tests; it is refused with PAIRWISE_ENV=production.")
    name, _, times = wanted.partition(":")
    _dies_at[name] = int(times or 1)


@contextmanager
def raising(name: str, times: int = 1) -> Iterator[None]:
    """Raise Fault when this point is reached for the `times`-th time."""
    _raises_at[name] = times
    try:
        yield
    finally:
        _raises_at.pop(name, None)


@contextmanager
def recording() -> Iterator[list[str]]:
    """The names of the points that are reached, in order: a crash test then kills the process at each of them."""
    names: list[str] = []
    _recorders.append(names)
    try:
        yield names
    finally:
        _recorders.remove(names)


def _reached(name: str) -> None:
    for names in _recorders:
        names.append(name)
    if _counted_down(_dies_at, name):
        os._exit(KILLED)
    if _counted_down(_raises_at, name):
        raise Fault(name)


def _counted_down(table: dict[str, int], name: str) -> bool:
    if name not in table:
        return False
    table[name] -= 1
    return table[name] == 0
