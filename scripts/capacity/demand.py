"""The work that a number of members make."""

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import yaml

SOURCE = Path(__file__).with_name("demand.yaml")
COSTS = SOURCE.with_name("costs.yaml")
OPENING_SECONDS = 600
ACTIONS = ("messages", "searches", "likes", "visits", "photos")


@dataclass(frozen=True)
class Demand:
    """`a_day` counts each of ACTIONS for one active member; `hours` are shares of a day that add up to 1."""

    active: float
    online: float
    absent: float
    a_day: dict[str, float]
    hours: tuple[float, ...]

    def mean(self, action: str, members: int) -> float:
        """A second, over a day."""
        return members * self.active * self.a_day[action] / 86_400

    def share(self, minute: int) -> float:
        """Of a minute of the day in its mean, between the middles of two hours."""
        hour, rest = divmod(minute / 60 - 0.5, 1)
        before, after = (self.hours[int(hour + step) % 24] for step in (0, 1))
        return (before * (1 - rest) + after * rest) * 24

    @cached_property
    def peak(self) -> float:
        """Of the busiest minute, in a day's mean."""
        return max(self.share(minute) for minute in range(1440))

    def busiest(self, action: str, members: int) -> float:
        """A second, in the busiest minute."""
        return self.mean(action, members) * self.peak

    def streams(self, members: int) -> float:
        """Open streams in the busiest minute."""
        return members * self.active * self.online


def cores(workload: str, members: int) -> float:
    """Cores that all pods of a workload, such as `chat-web`, use in the busiest minute."""
    of_a_day, costs = demand(), yaml.safe_load(COSTS.read_text())
    rates = {action: of_a_day.busiest(action, members) for action in ACTIONS}
    rates["openings"] = of_a_day.streams(members) / OPENING_SECONDS
    used: float = sum(rate * costs[action].get(workload, 0) for action, rate in rates.items())
    return used / 1000


@cache
def demand(path: Path = SOURCE) -> Demand:
    given = yaml.safe_load(path.read_text())
    whole = sum(given["hours"])
    return Demand(
        given["active"],
        given["online"],
        given["absent"],
        {action: given[action] for action in ACTIONS},
        tuple(hour / whole for hour in given["hours"]),
    )
