"""Run jobs side by side, one more than there are cores: some wait while others compute."""

import codecs
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from runner.testing.jobs import Job
from runner.testing.turns import Turns

# Of a job's output: read as it comes, since a line of results may be minutes in the making.
PIECE = 65536


@dataclass(frozen=True)
class Ended:
    """A job that has ended."""

    job: Job
    code: int
    seconds: float
    # Of processors, with all processes that it started and waited for.
    cpu_seconds: float


def run(jobs: Sequence[Job], report: Callable[[Ended], None]) -> list[Ended]:
    """Run all of them and call `report` as each ends. Output goes to a file each; a single job shows it at once."""
    running, turns = Running(), Turns(jobs, os.cpu_count() or 1)

    def to_end(job: Job) -> Ended:
        with turns.given_back(job):
            started = time.monotonic()
            code, cpu_seconds = _output(job, running, show=len(jobs) == 1)
            ended = Ended(job, code, time.monotonic() - started, cpu_seconds)
            report(ended)
        return ended

    def in_turn() -> list[Ended]:
        return [to_end(job) for job in iter(turns.take, None)]

    with ThreadPoolExecutor(turns.at_once) as threads:
        before = {
            signal.SIGTERM: signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM)),
            # A shell's job in the background ignores it, and so would every process that is started here.
            signal.SIGINT: signal.signal(signal.SIGINT, signal.default_int_handler),
        }
        try:
            lanes = [threads.submit(in_turn) for _ in range(turns.at_once)]
            return sorted((one for lane in lanes for one in lane.result()), key=lambda one: jobs.index(one.job))
        except BaseException:
            turns.end()
            running.interrupt()
            raise
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class Running:
    """The processes that run now."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._processes: set[subprocess.Popen[str]] = set()
        self._is_interrupted = False

    @contextmanager
    def start(self, command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
        """Start a process and wait for its end when the block ends."""
        with subprocess.Popen(command, text=True, errors="replace", stdin=subprocess.DEVNULL, **options) as process:
            with self._lock:
                self._processes.add(process)
                # Started while the others were interrupted.
                if self._is_interrupted:
                    process.send_signal(signal.SIGINT)
            try:
                yield process
            finally:
                process.wait()
                with self._lock:
                    self._processes.discard(process)

    def interrupt(self) -> None:
        """Interrupt all of them as Ctrl-C does, so that each stops the servers it has started; also those that a thread
        is starting just now."""
        with self._lock:
            self._is_interrupted = True
            for process in self._processes:
                process.send_signal(signal.SIGINT)


def _output(job: Job, running: Running, *, show: bool) -> tuple[int, float]:
    """Run the job with its output in its log, and on the screen if `show`.

    Returns its exit code and its processor time.
    """
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    with (
        job.log.open("wb", buffering=0) as log,
        running.start(job.command, cwd=job.folder, env=_environment(job), **output) as process,
    ):
        while process.stdout and (piece := os.read(process.stdout.fileno(), PIECE)):
            if show:
                print(decoder.decode(piece), end="", flush=True)
            log.write(piece)
        return _wait(process)


def _wait(process: subprocess.Popen[str]) -> tuple[int, float]:
    """Popen waits as well, but does not return what the process and its children have used."""
    try:
        _, status, used = os.wait4(process.pid, 0)
    except ChildProcessError:
        # It was interrupted, and `send_signal` found it ended.
        return process.wait(), 0
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime


def _environment(job: Job) -> dict[str, str]:
    # Without an update notice or a warning about the machine's own settings.
    quiet = {"NO_UPDATE_NOTIFIER": "1", "npm_config_loglevel": "error"}
    # Containers often set PYTHONDONTWRITEBYTECODE; every process of every job would compile its modules anew.
    compiled = {"PYTHONDONTWRITEBYTECODE": ""}
    return os.environ | quiet | compiled | job.variables
