"""Bursts: hours in which a network has more sign-ups than it proved or declared.

Confirmed addresses and purchases prove sign-ups. Each hour has room for the largest of: a floor, twice the busiest
proved hours of four weeks, and the sign-ups its own confirmations and purchases prove. A declaration and the first week
of a network add room for a day, in which the confirmations come. The verdict of an hour is reached again with each of
its events, so that a launch and a forgery both settle without a marketer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

HOURS_BEFORE = timedelta(days=28)
LEAST_ROOM = 20
FACTOR, BUSIEST_PERCENTILE = 2, 0.99
# One in four confirms even where many never do; who buys has passed the checks of a payment as well.
PROVED_BY_CONFIRMATION, PROVED_BY_PURCHASE = 4, 12
# People confirm within a day: until then a declaration counts in place of the proof.
TRUSTED_FOR = timedelta(days=1)
# An hour may carry a quarter of a day's sign-ups, as after a newsletter.
HOURS_OF_A_DAY = 4
WARM_UP, WARM_UP_ROOM = timedelta(days=7), 40


@dataclass(frozen=True)
class Hour:
    """The sign-ups of a network in one hour, without those of another sign and those decided to be fraud."""

    sign_ups: int
    confirmed: int = 0
    buyers: int = 0

    @property
    def proved(self) -> int:
        """The sign-ups that confirmations and purchases prove; never more than there are."""
        return min(self.sign_ups, PROVED_BY_CONFIRMATION * self.confirmed + PROVED_BY_PURCHASE * self.buyers)


@dataclass(frozen=True)
class Expectation:
    """Since when the site works with a network, and the sign-ups a day it declared; 0 for none."""

    added_at: datetime
    daily: int = 0


def is_burst(
    hour: Hour, starts_at: datetime, before: Sequence[Hour], expected: Expectation | None, now: datetime
) -> bool:
    """Whether an hour has more sign-ups than its network has room for.

    `before`: the hours of four weeks that had any. `expected` is None for a network the site does not work with.
    """
    room = max(LEAST_ROOM, FACTOR * _busiest(before), hour.proved)
    if expected is not None and now - starts_at < TRUSTED_FOR:
        warm_up = WARM_UP_ROOM if starts_at - expected.added_at < WARM_UP else 0
        room = max(room, expected.daily // HOURS_OF_A_DAY, warm_up)
    return hour.sign_ups > room


def _busiest(hours: Sequence[Hour]) -> int:
    """The 99th percentile of what hours proved: the busiest one of fewer than a hundred."""
    ordered = sorted(each.proved for each in hours)
    return ordered[int(BUSIEST_PERCENTILE * len(ordered))] if ordered else 0
