"""`scripts/up --timings`: what each second of a start goes to."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import psutil


@dataclass(frozen=True)
class Step:
    name: str
    seconds: float
    cpu: float  # seconds of this process and of the children that it has waited for


class Timings:
    """The steps of a start, and for each process when it was ready and how much CPU it had taken by the end."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.ready_after: dict[str, float] = {}
        self._began = time.monotonic()

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        began, cpu = time.monotonic(), _own_cpu()
        try:
            yield
        finally:
            self.steps.append(Step(name, time.monotonic() - began, _own_cpu() - cpu))

    def note_ready(self, process: str) -> None:
        """Note that this process is ready, counted from the beginning of the start."""
        self.ready_after[process] = time.monotonic() - self._began

    def lines(self, pids: Mapping[str, int]) -> Iterator[str]:
        """A table of the steps in their order, and of the processes in the order in which they became ready."""
        yield f"  {'step':<28}{'seconds':>9}{'CPU':>9}"
        for step in self.steps:
            yield f"  {step.name:<28}{step.seconds:>9.2f}{step.cpu:>9.2f}"
        yield f"  {'all':<28}{time.monotonic() - self._began:>9.2f}{_own_cpu():>9.2f}"
        yield f"  {'process':<28}{'ready at':>9}{'CPU':>9}"
        for name, seconds in sorted(self.ready_after.items(), key=lambda each: each[1]):
            yield f"  {name:<28}{seconds:>9.2f}{_cpu_of(pids.get(name)):>9.2f}"


def _own_cpu() -> float:
    times = psutil.Process().cpu_times()
    return float(times.user + times.system + times.children_user + times.children_system)


def _cpu_of(pid: int | None) -> float:
    """CPU seconds of a process and its children until now."""
    seconds = 0.0
    if pid is not None:
        with suppress(psutil.Error):
            process = psutil.Process(pid)
            for each in (process, *process.children(recursive=True)):
                seconds += sum(each.cpu_times()[:2])
    return seconds
