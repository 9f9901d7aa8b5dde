"""Run one load after the other on a product of its own, and count what each costs beside the same time idle."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from runner.throwaway import Product, throwaway

from benches.profiling import workloads
from benches.profiling.databases import DatabaseUsage, database_usage, enable_statistics
from benches.profiling.frames import Frames, Sampler
from benches.profiling.processes import Usage, usage
from benches.profiling.sockets import Sockets, sockets

MEMBERS = 700
SECONDS, WARM_UP_SECONDS = 15.0, 4.0


@dataclass(frozen=True)
class Workload:
    """A load, the name of one of its items, and the processes whose frames are worth a look."""

    load: workloads.Load
    item: str
    processes: tuple[str, ...]


CHAT = ("chat-live", "billing-rpc", "chat-worker", "billing-worker", "notifications-worker")
WORKLOADS = {
    "chat": (
        Workload(workloads.messages, "a message, as many as go", CHAT),
        Workload(workloads.messages_at_pace, f"a message, {workloads.RATE} a second", ()),
    ),
    "search": (
        Workload(workloads.first_pages, "a first page", ("profiles-web",)),
        Workload(workloads.later_pages, "a later page", ("profiles-web",)),
    ),
}


@dataclass(frozen=True)
class Cost:
    """Cost of one item by name; `idle` is that of a second without any."""

    item: str
    a_second: float
    each: dict[str, float]
    idle: dict[str, float]
    frames: dict[str, Frames]
    statements: list[tuple[str, str, float, float, float]]


def profile(name: str, seconds: float = SECONDS) -> list[Cost]:
    with throwaway(MEMBERS) as product:
        enable_statistics(product)
        WORKLOADS[name][0].load(product, WARM_UP_SECONDS)
        idle = _counted(product, lambda: _sleep(seconds), seconds)
        return [_cost(product, workload, seconds, idle) for workload in WORKLOADS[name]]


def _cost(product: Product, workload: Workload, seconds: float, idle: "Counted") -> Cost:
    counted = _counted(product, lambda: workload.load(product, seconds), seconds)
    # Sampled in a run of its own: py-spy takes processor time, too.
    sampler = Sampler(product, list(workload.processes), seconds)
    if workload.processes:
        workload.load(product, seconds)
    done = counted.done
    return Cost(
        workload.item,
        done / seconds,
        # Polls and jobs go on under load, but they are no part of an item.
        {name: (value - idle.counts.get(name, 0.0)) / done for name, value in counted.counts.items()},
        {name: value / seconds for name, value in idle.counts.items()},
        sampler.frames(),
        [(*key, calls / done, rows / done, took / done) for key, (calls, rows, took) in counted.statements.items()],
    )


@dataclass(frozen=True)
class Counted:
    done: int
    counts: dict[str, float]
    statements: dict[tuple[str, str], tuple[float, float, float]]


def _counted(product: Product, do: Callable[[], int], seconds: float) -> Counted:
    databases, used, before = database_usage(product), usage(product), sockets(product)
    done = do()
    used_after, after, databases_after = usage(product), sockets(product), database_usage(product)
    counts = _process_counts(used, used_after) | _socket_counts(before, after)
    for name, value in databases_after.totals.items():
        counts[name] = value - databases.totals.get(name, 0.0)
    return Counted(done, counts, _statement_counts(databases, databases_after))


def _process_counts(before: Usage, after: Usage) -> dict[str, float]:
    cpu = {f"CPU ms: {name}": (value - before.cpu[name]) * 1e3 for name, value in after.cpu.items()}
    return cpu | {f"switches: {name}": value - before.switches[name] for name, value in after.switches.items()}


def _socket_counts(before: Sockets, after: Sockets) -> dict[str, float]:
    counts: dict[str, float] = {}
    for key, (sends, sent) in after.items():
        sends_before, sent_before = before.get(key, (0.0, 0.0))
        process, server, _ = key
        counts[f"sends: {process} to {server}"] = counts.get(f"sends: {process} to {server}", 0) + sends - sends_before
        counts[f"bytes: {process} to {server}"] = counts.get(f"bytes: {process} to {server}", 0) + sent - sent_before
    return counts


def _statement_counts(before: DatabaseUsage, after: DatabaseUsage) -> dict[tuple[str, str], tuple[float, float, float]]:
    counted = {}
    for key, now in after.statements.items():
        earlier = before.statements.get(key, (0.0, 0.0, 0.0))
        counted[key] = (now[0] - earlier[0], now[1] - earlier[1], now[2] - earlier[2])
    return counted


def _sleep(seconds: float) -> int:
    time.sleep(seconds)
    return 1
