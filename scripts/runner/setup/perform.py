"""Performs steps: those that do not wait for each other at the same time, one line for each."""

import fcntl
import subprocess
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager

from runner.paths import BUILD
from runner.setup import node
from runner.setup.contents import is_stamped, stamp, unstamp
from runner.setup.steps import STEPS, Step

BUILD_LOGS = BUILD / "logs"


class SetupFailed(Exception):
    """A step failed; its log has been shown."""


def with_needs(names: Iterable[str]) -> list[Step]:
    """The named steps and all they need, in an order that works."""
    by_name = {step.name: step for step in STEPS}
    wanted: set[str] = set()

    def add(name: str) -> None:
        wanted.add(name)
        for need in by_name[name].needs:
            add(need)

    for name in names:
        add(name)
    return [step for step in STEPS if step.name in wanted and step.applies()]


def perform(names: Iterable[str] | None = None) -> None:
    """Bring the named steps (all by default) up to date. Raises SetupFailed with the reason."""
    node.use()
    steps = with_needs(names or [step.name for step in STEPS])
    with _one_at_a_time(), ThreadPoolExecutor() as pool:
        _perform_in_order(pool, steps)


def _perform_in_order(pool: ThreadPoolExecutor, steps: list[Step]) -> None:
    waiting = {step.name: step for step in steps}
    running: dict[Future[None], str] = {}
    failures: list[Exception] = []
    while waiting or running:
        busy = {*waiting, *running.values()}
        ready = [step for step in waiting.values() if not busy.intersection(step.needs)]
        for step in [] if failures else ready:
            running[pool.submit(_perform_one, step)] = step.name
            del waiting[step.name]
        if not running:
            break
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            del running[future]
            if error := future.exception():
                failures.append(error)  # type: ignore[arg-type]
    if failures:
        raise failures[0]


def _perform_one(step: Step) -> None:
    content = step.content()
    if is_stamped(step.name, content) and step.result.exists():
        return
    unstamp(step.name)
    BUILD_LOGS.mkdir(parents=True, exist_ok=True)
    log_file = BUILD_LOGS / f"{step.name}.log"
    started = time.monotonic()
    print(f"set-up: {step.doing} (usually {step.usual_seconds} s) ...", flush=True)
    try:
        with log_file.open("w") as log:
            step.make(log)
    except (subprocess.CalledProcessError, OSError, RuntimeError) as error:
        message = [f"set-up: {step.name} failed: {error}", *excerpt(log_file.read_text().splitlines())]
        raise SetupFailed("\n".join([*message, f"  {step.advice}", f"  Whole log: {log_file}"])) from error
    stamp(step.name, content)
    print(f"set-up: {step.name} is ready ({time.monotonic() - started:.1f} s)", flush=True)


def excerpt(lines: list[str], most: int = 10) -> list[str]:
    """The first and the last lines: some tools say the reason before, some after their advice."""
    shown = lines if len(lines) <= 2 * most else [*lines[:most], "...", *lines[-most:]]
    return [f"    {line}" for line in shown]


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Two starts from one folder take turns; the second then finds everything made."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
