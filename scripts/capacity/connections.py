"""Connections to PostgreSQL at full use: every pod of every workload, one more of each in a rolling update."""

from dataclasses import dataclass

from shared.registry import service_names

from capacity.fleet import SURGE, Fleet, Server, Workload

# chat/live/feed_reader.py: a pool of its own for streams, no larger than this.
FEED = 4
# One LISTEN of each worker and live process, at the database's own address.
LISTENS = {"worker": 1, "live": 1}
# Migrations, the exporter and the operator's own, and three that PostgreSQL keeps for a superuser.
OPERATORS = 12
MOST_SHARE = 0.8


@dataclass(frozen=True)
class Connections:
    """`direct` and `by_poolers` are sessions of the server; `of_clients` are connections to the poolers."""

    direct: int
    by_poolers: int
    of_clients: int

    @property
    def sessions(self) -> int:
        return self.direct + self.by_poolers


def connections(fleet: Fleet, server: Server) -> Connections:
    pooled = sum(workload.at_once * _pools(workload) for workload in fleet.workloads)
    listening = sum(workload.at_once * LISTENS.get(workload.kind, 0) for workload in fleet.workloads)
    if not fleet.is_pooled:
        return Connections(pooled + listening + OPERATORS, 0, 0)
    sessions = (server.poolers + SURGE) * server.pool_size * len(service_names())
    return Connections(listening + OPERATORS, sessions, pooled)


def _pools(workload: Workload) -> int:
    return workload.pool_size + (min(FEED, workload.pool_size) if workload.kind == "live" else 0)
