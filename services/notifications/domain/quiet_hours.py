"""Quiet hours: no campaign reaches a member between evening and morning of their time zone."""

from datetime import datetime, time, timedelta
from random import SystemRandom
from zoneinfo import ZoneInfo

MORNING, EVENING = time(8), time(21)
# What waits for the morning is spread over it, so that other emails do not queue behind it.
SPREAD_OVER = timedelta(hours=3)
UNKNOWN_ZONE = "Etc/UTC"


def until_morning(zone: str, now: datetime) -> timedelta:
    """The time to wait at `now` (aware) in this zone (IANA name, or empty): zero by day."""
    local = now.astimezone(ZoneInfo(zone or UNKNOWN_ZONE))
    if MORNING <= local.time() < EVENING:
        return timedelta()
    day = local.date() + timedelta(days=local.time() >= EVENING)
    # Aware times of one zone are subtracted as clocks show them, without a change to or from summer time.
    wait = datetime.combine(day, MORNING, local.tzinfo).astimezone(now.tzinfo) - now
    return wait + SPREAD_OVER * SystemRandom().random()
