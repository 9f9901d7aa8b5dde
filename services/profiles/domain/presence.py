"""Presence: the day a member was last active, and nothing finer.

The privacy page promises that "Online today" is as precise as it gets. So the day alone is stored, as a random moment
within it: the moment orders members of one day in search, anew every day, and reveals nothing. Days are UTC days.
Decision 0027 has the consequences.
"""

import random
from datetime import UTC, datetime, time, timedelta

TODAY, WEEK = "today", "week"
# Of a member who does not share it, the day moves once in three weeks, and lies one to three weeks back: search neither
# finds them among the members of a day or week, nor tells by their place whether they were here.
UNSHARED_DAYS = (7, 21)
WEEK_DAYS = 7
DAY_SECONDS = 86_399


def some_time_that_day(at: datetime) -> datetime:
    """A random moment of the UTC day of `at`."""
    midnight = datetime.combine(at.astimezone(UTC).date(), time(), UTC)
    return midnight + timedelta(seconds=random.uniform(0, DAY_SECONDS))  # noqa: S311 - it hides by being unrelated


def unshared_moment(at: datetime) -> datetime:
    """A random moment instead of the last activity of a member who does not share it."""
    return at - timedelta(days=random.uniform(*UNSHARED_DAYS))  # noqa: S311 - it hides by being unrelated


def presence(last_active_at: datetime, at: datetime) -> str | None:
    """today, week (within the last seven days), or None for longer ago."""
    days = (at.astimezone(UTC).date() - last_active_at.astimezone(UTC).date()).days
    if days <= 0:
        return TODAY
    return WEEK if days < WEEK_DAYS else None
