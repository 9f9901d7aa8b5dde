"""The stations that work passes, and how much of it each takes in a second."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from capacity.connections import MOST_SHARE, connections
from capacity.costs import Costs
from capacity.demand import Demand
from capacity.fleet import Fleet, Server, streams_a_pod

# One thread computes at a time in a pod of Python, in Redis, and in each worker of a gateway's pod.
MS_A_CORE = 1000.0
NATS_CORES, REDIS_CORES = 3 * 2, 1


@dataclass(frozen=True)
class Station:
    """`capacity` is in milliseconds of CPU a second, or in the unit of `Limit`."""

    name: str
    capacity: float


@dataclass(frozen=True)
class Limit:
    """A limit without a queue: `used` of `has`, in a unit."""

    name: str
    used: float
    has: float

    @property
    def share(self) -> float:
        return self.used / self.has


def stations(fleet: Fleet, server: Server, cores: float) -> list[Station]:
    """Every pod that the autoscalers may make."""
    workloads = [each for each in fleet.workloads if each.kind != "webapp"]
    found = [Station(each.name, each.most * each.threads * MS_A_CORE) for each in workloads]
    found += [Station("nats", NATS_CORES * MS_A_CORE), Station("redis", REDIS_CORES * MS_A_CORE)]
    return [*found, Station("postgres", cores * MS_A_CORE)]


def work(costs: Costs, rates: Mapping[str, float]) -> dict[str, float]:
    """Milliseconds of CPU a second by station."""
    found: dict[str, float] = {}
    for action, rate in rates.items():
        for station, each in costs.actions[action].items():
            found[station] = found.get(station, 0.0) + rate * each
    return found


def limits(fleet: Fleet, server: Server, demand: Demand, costs: Costs, members: int) -> Iterator[Limit]:
    streams = fleet.one("chat", "live").most * streams_a_pod(fleet)
    yield Limit("streams of all live pods", demand.streams(members), streams)
    yield Limit("sessions of PostgreSQL", connections(fleet, server).sessions, MOST_SHARE * server.max_connections)
    wal = demand.busiest("messages", members) * costs.message["wal"] / 1e3
    yield Limit("kilobytes of WAL a second", wal, costs.wal_kilobytes)


@dataclass(frozen=True)
class Growth:
    """Bytes of the databases."""

    a_day: float
    after_a_year: float


def growth(demand: Demand, costs: Costs, members: int) -> Growth:
    messages = demand.mean("messages", members) * 86_400
    kept, events = messages * costs.message["kept"], messages * costs.message["events"]
    return Growth(kept + events, kept * 365 + events * costs.message["events_days"])
