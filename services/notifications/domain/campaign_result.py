"""The effect of a campaign mail: the arm that got it against the holdout, at any look."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from math import isfinite
from typing import Literal

from shared.statistics.evidence import Conclusion, judge

from notifications.domain.campaign import WEIGHTS, Arm

ARMS = (Arm.MAIL, Arm.HOLDOUT)


@dataclass(frozen=True)
class Look:
    """Members drawn and members who reached the goal until the end of a day, by arm in the order of `ARMS`."""

    day: date
    drawn: tuple[int, int]
    reached: tuple[int, int]


@dataclass(frozen=True)
class CampaignResult:
    """`better` is the arm that reached the goal more often, by `low` to `high` of the other's rate.

    Without a difference, `high` is the largest one there may be. None for a bound that is not known.
    """

    goal: Literal["purchase", "return"]
    measured_until: datetime
    drawn: tuple[int, int]
    reached: tuple[int, int]
    conclusion: Conclusion
    better: Arm | None
    low: float | None
    high: float | None


def result_of(goal: Literal["purchase", "return"], measured_until: datetime, looks: Sequence[Look]) -> CampaignResult:
    """Judge the looks of a campaign in their order, as experiments are judged (decision 62)."""
    finding = judge([WEIGHTS[arm] for arm in ARMS], [(look.drawn, look.reached) for look in looks])
    return CampaignResult(
        goal,
        measured_until,
        looks[-1].drawn if looks else (0, 0),
        looks[-1].reached if looks else (0, 0),
        finding.conclusion,
        None if finding.best is None else ARMS[finding.best],
        _known(finding.low),
        _known(finding.high),
    )


def _known(bound: float | None) -> float | None:
    return bound if bound is not None and isfinite(bound) else None
