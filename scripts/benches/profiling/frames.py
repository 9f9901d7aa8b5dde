"""The heaviest frames of a process, sampled by py-spy: which function's own lines run, and under which of ours."""

import shutil
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from runner.paths import VENV
from runner.throwaway import Product

from benches.profiling.processes import busiest_pid

SAMPLES_A_SECOND = 200
SHOWN = 12
LIBRARIES = ("site-packages", "/lib/python")


@dataclass(frozen=True)
class Frames:
    """Shares of the samples in which a thread held the interpreter: of functions themselves, and of functions with all
    they call. What C code does without it, such as gRPC's own threads, is in no sample."""

    own: list[tuple[str, float]]
    with_calls: list[tuple[str, float]]


class Sampler:
    """Samples some processes for some seconds, beside the load."""

    def __init__(self, product: Product, names: list[str], seconds: float) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="pairwise-profile-"))
        self._running = {name: self._start(name, busiest_pid(product.pid(name)), seconds) for name in names}

    def _start(self, name: str, pid: int, seconds: float) -> "subprocess.Popen[bytes]":
        command = [VENV / "bin" / "py-spy", "record", "--pid", pid, "--duration", max(1, int(seconds))]
        command += ["--rate", SAMPLES_A_SECOND, "--format", "raw", "--output", self._folder / name]
        # Threads that hold the interpreter: one that waits for a lock or a socket often looks busy to py-spy.
        command += ["--nonblocking", "--gil"]
        words = [str(word) for word in command]
        return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def frames(self) -> dict[str, Frames]:
        """Empty for a process that py-spy was not allowed to read (it takes ptrace: root, or the same user)."""
        for running in self._running.values():
            running.wait()
        files = {name: self._folder / name for name in self._running if (self._folder / name).exists()}
        found = {name: frames_in(file.read_text()) for name, file in files.items()}
        shutil.rmtree(self._folder)
        return found


def frames_in(folded: str) -> Frames:
    """The heaviest frames of folded stacks: a line `outermost;...;innermost COUNT` for each stack."""
    own: Counter[str] = Counter()
    with_calls: Counter[str] = Counter()
    for line in folded.splitlines():
        stack, _, samples = line.rpartition(" ")
        names = [_short(frame) for frame in stack.split(";")]
        own[names[-1]] += int(samples)
        for name in set(names):
            with_calls[name] += int(samples)
    total = sum(own.values()) or 1

    def heaviest(counted: Counter[str]) -> list[tuple[str, float]]:
        return [(name, samples / total) for name, samples in counted.most_common(SHOWN)]

    return Frames(heaviest(own), heaviest(Counter({name: n for name, n in with_calls.items() if n < total})))


def _short(frame: str) -> str:
    """`send_message (chat/usecases/send_message.py)`, without the number of the line."""
    name, _, place = frame.partition(" (")
    file = place.rstrip(")").rpartition(":")[0] or place.rstrip(")")
    return f"{name} ({'/'.join(Path(file).parts[-3:])})" if file else name
