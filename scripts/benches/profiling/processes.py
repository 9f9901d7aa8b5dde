"""CPU seconds and context switches of every process of an instance, by name; backends of PostgreSQL by database."""

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
from runner.throwaway import Product

# `postgres: chat chat 127.0.0.1(40412) idle`: the role, the database, the client.
BACKEND = re.compile(r"postgres: (?P<role>\w+) (?P<database>\w+) [\d.]+\(\d+\)")
SWITCHES = re.compile(r"ctxt_switches:\s+(\d+)")


@dataclass
class Usage:
    """CPU seconds and context switches by process name."""

    cpu: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    switches: dict[str, float] = field(default_factory=lambda: defaultdict(float))


def usage(product: Product) -> Usage:
    found = Usage()
    for name, pid in product.pids().items():
        with suppress(psutil.NoSuchProcess):
            process = psutil.Process(pid)
            for each in (process, *process.children(recursive=True)):
                with suppress(psutil.NoSuchProcess, FileNotFoundError, ProcessLookupError):
                    label = _label(name, each)
                    found.cpu[label] += sum(each.cpu_times()[:2])
                    found.switches[label] += sum(_switches(each.pid))
    return found


def busiest_pid(pid: int) -> int:
    """The process that does the work of this one: the busiest of it and its children."""
    family = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    return int(max(family, key=lambda process: sum(process.cpu_times()[:2])).pid)


def _label(name: str, process: psutil.Process) -> str:
    if name != "postgres":
        return name
    backend = BACKEND.match(" ".join(process.cmdline()))
    return f"postgres {backend['database']}" if backend else "postgres itself"


def _switches(pid: int) -> Iterator[int]:
    """Context switches of each thread; the file of the process has those of its first thread alone."""
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        with suppress(FileNotFoundError, ProcessLookupError):
            yield from map(int, SWITCHES.findall(status.read_text()))
