"""Networks of every size, honest and forged, simulated hour by hour, and judged a day after."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from lander.domain.burst import Expectation, Hour, is_burst

LAUNCH = datetime(2026, 3, 2, tzinfo=UTC)
HOURS = 36


def shares_suspect(
    seed: int, hourly: int, forged: int, *, declared: bool, confirms: float = 0.6, after_days: float = 2
) -> tuple[float, float]:
    """The shares of the honest and of the forged sign-ups that are suspect.

    The network starts with `hourly` honest sign-ups an hour on average; in its last hour `forged` others come as well,
    of which one in fifty confirms.
    """
    chance = random.Random(seed)  # noqa: S311 - a simulation
    expected = Expectation(LAUNCH, hourly * 24 if declared else 0)
    hours: list[Hour] = []
    total, suspect = [0, 0], [0, 0]
    for number in range(HOURS):
        honest = max(1, round(chance.gauss(hourly, hourly**0.5 + hourly / 4)))
        more = forged if number == HOURS - 1 else 0
        proved = [sum(chance.random() < share for _ in range(of)) for of, share in ((honest, confirms), (more, 0.02))]
        hour = Hour(honest + more, sum(proved), 0)
        starts_at = LAUNCH + timedelta(hours=number)
        unproved = [honest - proved[0], more - proved[1]]
        if is_burst(hour, starts_at, hours, expected, starts_at + timedelta(days=after_days)):
            suspect = [mine + new for mine, new in zip(suspect, unproved, strict=True)]
        total = [total[0] + honest, total[1] + more]
        hours.append(hour)
    return suspect[0] / total[0], suspect[1] / max(1, total[1])


@pytest.mark.parametrize("declared", [True, False])
@pytest.mark.parametrize("hourly", [5, 20, 60, 200, 500])
def test_no_honest_launch_stays_suspect(hourly: int, *, declared: bool) -> None:
    for seed in range(20):
        assert shares_suspect(seed, hourly, 0, declared=declared)[0] == 0


@pytest.mark.parametrize("hourly", [5, 20, 60, 200, 500])
def test_nearly_all_of_a_forged_burst_are_suspect(hourly: int) -> None:
    for seed in range(20):
        _honest, forged = shares_suspect(seed, hourly, 10 * hourly, declared=True)
        assert forged > 0.9


@pytest.mark.parametrize("hourly", [5, 20, 60, 200, 500])
def test_a_declared_launch_is_not_suspect_before_anyone_confirms(hourly: int) -> None:
    assert shares_suspect(1, hourly, 0, declared=True, confirms=0, after_days=0.5)[0] == 0


def test_what_was_declared_has_to_be_proved_within_a_day() -> None:
    assert shares_suspect(1, 200, 0, declared=True, confirms=0, after_days=2)[0] == 1


@pytest.mark.parametrize(
    ("hour", "age", "is_one"),
    [
        (Hour(20), 0, False),
        (Hour(40), 0, False),
        (Hour(41), 0, True),
        (Hour(41, confirmed=10), 0, True),
        (Hour(41, confirmed=11), 0, False),
        (Hour(41, confirmed=8, buyers=1), 0, False),
        (Hour(21), 25, True),
    ],
)
def test_a_new_network_has_a_week_to_warm_up(hour: Hour, age: int, *, is_one: bool) -> None:
    assert is_burst(hour, LAUNCH, [], Expectation(LAUNCH), LAUNCH + timedelta(hours=age)) is is_one


def test_an_hour_may_be_twice_the_busiest_one_that_was_proved() -> None:
    before = [Hour(500, confirmed=2), Hour(100, confirmed=60), Hour(3, confirmed=3)]

    assert not is_burst(Hour(200), LAUNCH, before, None, LAUNCH)
    assert is_burst(Hour(201), LAUNCH, before, None, LAUNCH)
