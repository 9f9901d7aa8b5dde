"""Experiments: visitors of a page are split between versions until a goal, named before, says which one is better."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from math import ceil, isclose

from shared.statistics.evidence import conversions_needed, differs, pair_alpha

from lander.domain.page import Arm
from lander.errors import WeightsDoNotSum

MOST_ARMS = 4
LONGEST_NOTE = 500


class Goal(StrEnum):
    SIGN_UP = "sign_up"
    CONFIRMED = "confirmed"
    PURCHASE = "purchase"


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


def estimate(weights: Sequence[float], views_a_day: float, rate: float) -> Estimate:
    """By the page's views a day and the part of them that reaches the goal, both above 0."""

    def days(lift: float) -> int:
        conversions_a_day = views_a_day * rate * (1 + lift * weights[1])
        return ceil(conversions_needed(weights, lift) / conversions_a_day)

    return Estimate(views_a_day, rate, {lift: days(lift) for lift in LIFTS})


def check_weights(weights: Sequence[float]) -> None:
    """Raises WeightsDoNotSum unless each weight is above 0 and all sum to 1."""
    if min(weights) <= 0 or not isclose(sum(weights), 1.0, abs_tol=1e-9):
        raise WeightsDoNotSum()
