"""Experiments: visitors of a page are split between versions until a goal, named before, says which one is better."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from math import ceil, isclose

from shared.statistics.evidence import conversions_needed, differs, pair_alpha
from shared.statistics.money import Cutter, Stakes

from lander.domain.page import Arm
from lander.errors import WeightsDoNotSum

MOST_ARMS = 4
# A sign-up's net revenue counts once it is this old: as long as a purchase can be withdrawn.
REVENUE_DAYS = 14
# Of the money of buyers whose page has none yet: that of purchases which differ as much as they are large.
USUAL_DISPERSION = 2.0
LONGEST_NOTE = 500


class Goal(StrEnum):
    SIGN_UP = "sign_up"
    CONFIRMED = "confirmed"
    PURCHASE = "purchase"
    # Of each sign-up's first days.
    NET_REVENUE = "net_revenue"


@dataclass(frozen=True)
class Experiment:
    id: int
    slug: str
    goal: Goal
    started_at: datetime
    ended_at: datetime | None
    arms: Sequence[Arm]
    paused_at: datetime | None = None
    note: str = ""


@dataclass(frozen=True)
class ArmFigures:
    """Counts of one arm until now. Suspect views and sign-ups are in no other count."""

    arm: Arm
    views: int = 0
    bounced: int = 0
    suspects: int = 0
    sign_ups: int = 0
    confirmed: int = 0
    purchases: int = 0
    refunds: int = 0
    # By currency, in hundredths; of sign-ups that are old enough.
    net_revenue: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class DeviceFigures:
    """Views of one arm on devices of one class, and those that reached the goal (of net revenue: buyers)."""

    device: str
    arm: int
    views: int = 0
    reached: int = 0


@dataclass(frozen=True)
class SignUpMoney:
    """The net revenue of the first days of one sign-up that is old enough, and the day it became so."""

    day: date
    arm: int
    currency: str
    minor: int


def stakes_of(money: Sequence[SignUpMoney], arms: Sequence[int]) -> dict[date, list[Stakes]]:
    """Stakes by arm until the end of each day. Each currency has a scale of its own."""
    cutters: defaultdict[str, Cutter] = defaultdict(Cutter)
    total, days = [Stakes() for _ in arms], dict[date, list[Stakes]]()
    for each in money:
        position = arms.index(each.arm)
        total = [*total]
        total[position] += cutters[each.currency].stake(each.minor)
        days[each.day] = total
    return days


class Guard(StrEnum):
    """A count that a better arm must not raise: views without a step, suspect sign-ups, purchases that went back."""

    BOUNCED = "bounced"
    SUSPECTS = "suspects"
    REFUNDS = "refunds"


def worse_guards(figures: Sequence[ArmFigures], arm: int) -> list[Guard]:
    """Guards of which the arm at this position has more than another one has, by the evidence of the goal."""
    others = [each for position, each in enumerate(figures) if position != arm]
    weights = [each.arm.weight for each in figures]

    def is_worse(guard: Guard, other: ArmFigures) -> bool:
        mine = figures[arm]
        counts = (getattr(other, guard), getattr(mine, guard))
        pair = (other.arm.weight, mine.arm.weight)
        has_more = counts[1] / pair[1] > counts[0] / pair[0]
        return has_more and differs(counts, pair, pair_alpha(weights))

    return [guard for guard in Guard if any(is_worse(guard, other) for other in others)]


@dataclass(frozen=True)
class Estimate:
    """How long an experiment takes: `days` by the lift of one arm that is to be found in four of five experiments."""

    views_a_day: float
    rate: float
    days: Mapping[float, int]


# Parts by which one arm is better.
LIFTS = (0.1, 0.2, 0.5)


def estimate(weights: Sequence[float], views_a_day: float, rate: float, dispersion: float | None = None) -> Estimate:
    """By the page's views a day and the part of them that reaches the goal, both above 0.

    With a `dispersion` the goal is net revenue, and the rate that of buyers.
    """
    waits = 0 if dispersion is None else REVENUE_DAYS

    def days(lift: float) -> int:
        conversions_a_day = views_a_day * rate * (1 + lift * weights[1])
        return ceil(conversions_needed(weights, lift, dispersion) / conversions_a_day) + waits

    return Estimate(views_a_day, rate, {lift: days(lift) for lift in LIFTS})


def check_weights(weights: Sequence[float]) -> None:
    """Raises WeightsDoNotSum unless each weight is above 0 and all sum to 1."""
    if min(weights) <= 0 or not isclose(sum(weights), 1.0, abs_tol=1e-9):
        raise WeightsDoNotSum()
