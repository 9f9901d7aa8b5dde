"""Limits of memory, by control groups of this machine: version 2, or version 1 where its controller is."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
UNITS = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "k": 10**3, "M": 10**6, "G": 10**9}


class Group:
    """The processes of one container, which together have at most `most` bytes."""

    def __init__(self, folder: Path, most: int) -> None:
        self._folder, self.most = folder, most
        self._is_v1 = (folder.parent / "memory.limit_in_bytes").exists()
        folder.mkdir()
        self._write("memory.limit_in_bytes" if self._is_v1 else "memory.max", most)
        # Without swap, as kubelets leave it off.
        swap = self._folder / ("memory.swappiness" if self._is_v1 else "memory.swap.max")
        if swap.exists():
            self._write(swap.name, 0)

    @property
    def entrance(self) -> Path:
        """A file: a process that writes 0 into it joins the control group."""
        return self._folder / "cgroup.procs"

    def peak(self) -> int:
        """The most bytes that it has had, pages of files among them."""
        return int(self._read("memory.max_usage_in_bytes" if self._is_v1 else "memory.peak"))

    def kills(self) -> int:
        """Processes that the kernel ended because there was no memory left."""
        text = self._read("memory.oom_control" if self._is_v1 else "memory.events")
        counts = dict(line.split() for line in text.splitlines())
        return int(counts["oom_kill"])

    def remove(self) -> None:
        """Kill the processes that a failure left in the control group, and remove it."""
        while pids := self.entrance.read_text().split():
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)
            time.sleep(0.05)
        self._folder.rmdir()

    def _write(self, name: str, value: int) -> None:
        (self._folder / name).write_text(str(value))

    def _read(self, name: str) -> str:
        return (self._folder / name).read_text()


class Groups:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: list[Group] = []

    def make(self, name: str, most: int) -> Group:
        self._made.append(Group(self._folder / name, most))
        return self._made[-1]

    def remove(self) -> None:
        for group in self._made:
            group.remove()


@contextmanager
def groups() -> Iterator[Groups]:
    """Control groups of this process's containers; gone at the end, when their processes are."""
    v1 = ROOT / "memory"
    folder = (v1 if v1.is_dir() else ROOT) / f"pairwise-trial-{os.getpid()}"
    folder.mkdir()
    made = Groups(folder)
    try:
        if not v1.is_dir():
            for each in (ROOT, folder):
                (each / "cgroup.subtree_control").write_text("+memory")
        yield made
    finally:
        made.remove()
        folder.rmdir()


def bytes_of(quantity: str) -> int:
    """`384Mi` as a number."""
    number = quantity.rstrip("".join(UNITS))
    return int(number) * UNITS.get(quantity[len(number) :], 1)
