"""The report of a simulated day."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from capacity.costs import Costs, costs
from capacity.demand import Demand, demand
from capacity.fleet import Fleet, fleet, server
from capacity.simulation import Day, simulate
from capacity.stations import Growth, Limit, growth, limits, stations


@dataclass(frozen=True)
class Outcome:
    """`ends`: the number of members at which each station or limit is used up, the lowest first."""

    members: int
    rates: dict[str, float]
    days: list[Day]
    limits: list[Limit]
    growth: Growth
    ends: list[tuple[float, str]]

    @property
    def bottleneck(self) -> str:
        return self.ends[0][1]


def outcome(members: int, values: str, seed: int, cores: float | None = None) -> Outcome:
    of, has, doing, each = fleet(values), server(), demand(), costs()
    days = simulate(stations(of, has, cores or has.cores), doing, each, members, seed)
    found = list(limits(of, has, doing, each, members))
    grown = growth(doing, each, members)
    # Connections are those of the fleet, however many members there are.
    ends = [(day.ends_at(members), f"CPU of {day.station.name}") for day in days]
    ends += [(members / limit.share if _grows(limit) else inf, limit.name) for limit in found]
    ends += [(members * each.restored_bytes / grown.after_a_year, "a restore in one night, after a year")]
    busiest = max(range(1440), key=doing.share)
    return Outcome(members, each.rates(doing, members, busiest), days, found, grown, sorted(ends))


def _grows(limit: Limit) -> bool:
    return limit.name != "sessions of PostgreSQL"


def one_primary_ends(doing: Demand, each: Costs, of: Fleet) -> list[tuple[float, str]]:
    """The number of members at which one primary of the largest size is used up, by its station or limit."""
    [postgres] = [station for station in stations(of, server(), each.largest_cores) if station.name == "postgres"]
    [day] = simulate([postgres], doing, each, 1_000_000, seed=1)
    grown = growth(doing, each, 1_000_000)
    [wal] = [limit for limit in limits(of, server(), doing, each, 1_000_000) if "WAL" in limit.name]
    return sorted(
        [
            (day.ends_at(1_000_000), f"CPU of {each.largest_cores:g} cores"),
            (1_000_000 / wal.share, "WAL that a replica applies"),
            (1_000_000 * each.restored_bytes / grown.after_a_year, "a restore in one night, after a year"),
        ]
    )


def report(found: Outcome, values: str, seed: int) -> Iterator[str]:
    yield f"A day of {found.members:,} members, {values} values, seed {seed}"
    yield ""
    yield "a second, busiest minute: " + ", ".join(f"{rate:,.0f} {action}" for action, rate in found.rates.items())
    yield ""
    yield f"{'station':<28}{'busiest':>9}{'longest wait':>14}{'over 1 s':>10}{'left':>9}{'ends with':>16}"
    for day in found.days:
        yield (
            f"{'CPU of ' + day.station.name:<28}{day.busiest:>8.0%} {day.longest_wait:>11,.1f} s"
            f"{day.waiting:>8,} s{day.left:>7,.0f} s{_members(day.ends_at(found.members)):>16}"
        )
    for limit in found.limits:
        yield f"{limit.name:<28}{limit.share:>8.0%}  {limit.used:,.0f} of {limit.has:,.0f}"
    yield ""
    yield f"storage: {found.growth.a_day / 1e9:,.1f} GB a day, {found.growth.after_a_year / 1e12:,.2f} TB after a year"
    yield f"first bottleneck: {found.bottleneck}, with {_members(found.ends[0][0])} members"
    for members, name in found.ends[1:4]:
        yield f"  then: {name}, with {_members(members)}"


def _members(count: float) -> str:
    return "any" if count == inf else f"{count:,.0f}"
