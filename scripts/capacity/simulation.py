"""A day of members, second by second: what arrives at each station, what it takes, and what waits.

Arrivals of each action are a Poisson process that follows the hours of `demand.yaml`; everything that an action causes
arrives with it. A station takes as much in a second as its pods have CPU, in the order of arrival, so that the wait is
what lies before it divided by that.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from capacity.costs import Costs
from capacity.demand import Demand
from capacity.stations import Station, work

SECONDS = 86_400
# A station that is busier than this in a minute has queues that its mean does not show.
BUSY = 0.8

Series = NDArray[np.float64]


@dataclass(frozen=True)
class Day:
    """The day of one station."""

    station: Station
    busiest: float  # share of its capacity, in the busiest minute
    longest_wait: float  # seconds
    waiting: int  # seconds of the day with more than a second of work before it
    left: float  # seconds of work that wait at the end of the day

    def ends_at(self, members: int) -> float:
        """The number of members at which it is as busy as it may be: work grows in proportion to them."""
        return members * BUSY / self.busiest if self.busiest else float("inf")


def simulate(stations: Iterable[Station], demand: Demand, costs: Costs, members: int, seed: int) -> list[Day]:
    minutes = [costs.rates(demand, members, minute) for minute in range(1440)]
    random = np.random.default_rng(seed)
    arrived = {
        action: random.poisson(np.repeat([rates[action] for rates in minutes], 60)).astype(np.float64)
        for action in minutes[0]
    }
    caused = _caused(costs, arrived)
    nothing = np.zeros(SECONDS)
    return [_day(station, caused.get(station.name, nothing)) for station in stations]


def _caused(costs: Costs, arrived: dict[str, Series]) -> dict[str, Series]:
    """The work of each station in every second."""
    found: dict[str, Series] = {}
    for action, counts in arrived.items():
        for station, each in work(costs, {action: 1.0}).items():
            found[station] = found.get(station, np.zeros(SECONDS)) + counts * each
    return found


def _day(station: Station, arriving: Series) -> Day:
    waiting = _backlog(arriving, station.capacity) / station.capacity
    by_minute = arriving.reshape(-1, 60).mean(axis=1)
    return Day(
        station,
        float(by_minute.max() / station.capacity),
        float(waiting.max()),
        int((waiting > 1).sum()),
        float(waiting[-1]),
    )


def _backlog(arriving: Series, capacity: float) -> Series:
    """Lindley's recursion: the work that waits at the end of every second."""
    balance = np.cumsum(arriving - capacity)
    backlog: Series = balance - np.minimum(np.minimum.accumulate(balance), 0)
    return backlog
