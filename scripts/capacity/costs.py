"""The costs of an action at each station."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from capacity.demand import Demand

SOURCE = Path(__file__).with_name("costs.yaml")


@dataclass(frozen=True)
class Costs:
    """`actions` has milliseconds of CPU by action and station."""

    actions: Mapping[str, Mapping[str, float]]
    message: Mapping[str, float]
    of_chat: Mapping[str, float]
    opening_seconds: float
    wal_kilobytes: float
    restored_bytes: float
    largest_cores: float

    def rates(self, demand: Demand, members: int, minute: int) -> dict[str, float]:
        """Of every action a second, in this minute of the day."""
        share = demand.share(minute)
        rates = {action: demand.mean(action, members) * share for action in demand.a_day}
        rates["pushes"] = rates["messages"] * demand.absent
        rates["openings"] = demand.streams(members) * share / demand.peak / self.opening_seconds
        return rates


@cache
def costs(path: Path = SOURCE) -> Costs:
    return Costs(**yaml.safe_load(path.read_text()))
