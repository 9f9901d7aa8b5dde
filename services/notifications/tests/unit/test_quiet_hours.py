from datetime import UTC, datetime, timedelta

import pytest
from notifications.domain.quiet_hours import SPREAD_OVER, until_morning

AMSTERDAM, AUCKLAND = "Europe/Amsterdam", "Pacific/Auckland"


@pytest.mark.parametrize(
    ("zone", "now", "waits"),
    [
        (AMSTERDAM, "2026-01-10T07:00", None),  # 8:00
        (AMSTERDAM, "2026-01-10T19:59", None),  # 20:59
        (AMSTERDAM, "2026-01-10T20:00", 11),  # 21:00
        (AMSTERDAM, "2026-01-10T06:00", 1),  # 7:00
        (AMSTERDAM, "2026-03-28T20:00", 10),  # 21:00; clocks go forward in this night
        (AMSTERDAM, "2026-10-24T19:00", 12),  # 21:00; clocks go back
        (AUCKLAND, "2026-01-10T20:00", None),  # 9:00 of the next day
        ("", "2026-01-10T21:00", 11),  # not known: UTC
    ],
)
def test_campaigns_wait_from_evening_to_morning_of_the_zone(zone: str, now: str, waits: int | None) -> None:
    delay = until_morning(zone, datetime.fromisoformat(now).replace(tzinfo=UTC))
    least = timedelta(hours=waits or 0)
    assert least <= delay <= least + (SPREAD_OVER if waits else timedelta())
