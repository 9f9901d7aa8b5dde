"""The effect of a campaign mail: the arm that got it against the holdout, at any look."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from math import isfinite
from typing import Literal

from shared.statistics.evidence import Conclusion, conversions_needed, judge, lift_interval

from notifications.domain.campaign import Arm, Campaign
from notifications.domain.series import Ending

ARMS = (Arm.MAIL, Arm.HOLDOUT)
USUAL_RATE = 0.05


@dataclass(frozen=True)
class Look:
    """Members drawn and members who reached the goal until the end of a day, by arm in the order of `ARMS`."""

    day: date
    drawn: tuple[int, int]
    reached: tuple[int, int]


@dataclass(frozen=True)
class CampaignResult:
    """`better` is the arm that reached the goal more often, by `low` to `high` of the other's rate.

    Without a difference, `high` is the largest one there may be. None for a bound that is not known. The mail brought
    between `effect_low` and `effect_high` more than nothing, as a part of the holdout's rate, at any look in 19 of 20
    campaigns. `is_too_small`: the measurement is over, and too few reached the goal to say anything.
    """

    goal: Literal["purchase", "return"]
    measured_until: datetime
    drawn: tuple[int, int]
    reached: tuple[int, int]
    conclusion: Conclusion
    better: Arm | None
    low: float | None
    high: float | None
    effect_low: float | None
    effect_high: float | None
    is_too_small: bool


@dataclass(frozen=True)
class MessageResult:
    """A message of a series: the members it was queued for, and how many of them reached the goal before the next one.

    That is no effect of the message: the holdout gets none of them, so only the series as a whole is compared with it.
    `emails` are those by state that are still known, for about a month.
    """

    day: int
    members: int
    reached: int
    emails: Mapping[str, int]


@dataclass(frozen=True)
class SeriesProgress:
    """The number of members in the series, of ended members by reason, and its messages in order."""

    inside: int
    endings: Mapping[Ending, int]
    messages: Sequence[MessageResult]


def result_of(campaign: Campaign, measured_until: datetime, looks: Sequence[Look], now: datetime) -> CampaignResult:
    """Judge the looks of a campaign in their order, as experiments are judged (decision 62)."""
    weights = [campaign.weights[arm] for arm in ARMS]
    finding = judge(weights, [(look.drawn, look.reached) for look in looks])
    reached = looks[-1].reached if looks else (0, 0)
    # The holdout is the arm that the mail is compared with.
    low, high = lift_interval(reached[::-1], weights[::-1])
    return CampaignResult(
        campaign.goal,
        measured_until,
        looks[-1].drawn if looks else (0, 0),
        reached,
        finding.conclusion,
        None if finding.best is None else ARMS[finding.best],
        _known(finding.low),
        _known(finding.high),
        _known(low),
        _known(high),
        finding.conclusion is Conclusion.TOO_EARLY and now >= measured_until,
    )


def members_needed(holdout: int) -> int:
    """The members without whom not even a mail that doubles purchases or returns is found in four of five campaigns.

    One in twenty is taken to reach the goal without a mail, which is more than most sites have: fewer members than this
    are never enough.
    """
    held_back = holdout / 100
    mailed, doubled = 1 - held_back, 1.0
    rate = USUAL_RATE * (held_back + mailed * (1 + doubled))
    return round(conversions_needed((held_back, mailed), doubled) / rate)


def _known(bound: float | None) -> float | None:
    return bound if bound is not None and isfinite(bound) else None
