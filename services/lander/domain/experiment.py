"""Experiments: visitors of a page are split between versions until a goal, named before, says which one is better."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from math import isclose

from lander.domain.page import Arm
from lander.errors import WeightsDoNotSum


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


@dataclass(frozen=True)
class ArmFigures:
    """Counts of one arm until now; suspect views are left out."""

    arm: Arm
    views: int
    sign_ups: int
    confirmed: int
    purchases: int


def check_weights(weights: Sequence[float]) -> None:
    """Raises WeightsDoNotSum unless each weight is above 0 and all sum to 1."""
    if min(weights) <= 0 or not isclose(sum(weights), 1.0, abs_tol=1e-9):
        raise WeightsDoNotSum()
