"""Cost of the running processes of an instance: CPU, context switches and memory of each, over some seconds."""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

PROC = Path("/proc")


@dataclass
class Cost:
    processes: int = 0
    memory: float = 0.0  # bytes, shared pages divided among those that share them (PSS)
    cpu: float = 0.0  # seconds
    switches: int = 0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.processes + other.processes,
            self.memory + other.memory,
            self.cpu + other.cpu,
            self.switches + other.switches,
        )


def measure(names: Mapping[int, str], supervisor: int, seconds: float) -> dict[str, Cost]:
    """Costs by name of the process ids that `names` has, children included, and of the supervisor alone."""
    before = {pid: _spent(pid) for pid in _family(names, supervisor)}
    time.sleep(seconds)
    found: dict[str, Cost] = defaultdict(Cost)
    for pid, name in _family(names, supervisor).items():
        with suppress(psutil.Error, OSError):
            # One that began meanwhile counts from its beginning.
            cpu_before, switches_before = before.get(pid, (0.0, 0))
            cpu, switches = _spent(pid)
            memory = psutil.Process(pid).memory_full_info()
            found[name] += Cost(1, getattr(memory, "pss", memory.uss), cpu - cpu_before, switches - switches_before)
    return dict(found)


def lines(costs: Mapping[str, Cost], seconds: float) -> Iterator[str]:
    """A table, the dearest first, and the sum."""
    total = sum(costs.values(), Cost())
    for name, cost in [*sorted(costs.items(), key=lambda each: -each[1].cpu), ("all", total)]:
        yield (
            f"  {name:<28}{cost.processes:>4} processes {cost.memory / 2**20:>8,.1f} MiB "
            f"{100 * cost.cpu / seconds:>7.2f} % of a core {cost.switches / seconds:>8,.1f} context switches a second"
        )


def _family(names: Mapping[int, str], supervisor: int) -> dict[int, str]:
    found = {supervisor: "supervisord"}
    for pid, name in names.items():
        with suppress(psutil.Error):
            process = psutil.Process(pid)
            found |= {each.pid: name for each in (process, *process.children(recursive=True))}
    return found


def _spent(pid: int) -> tuple[float, int]:
    """CPU seconds, to the nanosecond that the kernel counts, and context switches of all threads."""
    nanoseconds = switches = 0
    with suppress(OSError):
        for thread in (PROC / str(pid) / "task").iterdir():
            with suppress(OSError, ValueError):
                nanoseconds += int((thread / "schedstat").read_text().split()[0])
                status = (thread / "status").read_text()
                switches += sum(int(line.split()[1]) for line in status.splitlines() if "ctxt_switches" in line)
    return nanoseconds / 1e9, switches
