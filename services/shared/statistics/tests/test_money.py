"""Simulations of money per visit, looked at after every buyer; EVIDENCE_RUNS and EVIDENCE_SEED as in test_evidence."""

import math
from collections.abc import Callable, Iterator
from random import Random

import pytest
from shared.statistics.evidence import MONEY, Conclusion, Evidence, conversions_needed, lift_interval, winner
from shared.statistics.money import Cutter, Stakes
from shared.statistics.tests.test_evidence import RUNS, SEED

BUYERS = 600
Draw = Callable[[Random], float]


def skewed(random: Random) -> float:
    """A tenth of the buyers bring more than half of the money."""
    return random.lognormvariate(7, 1.5)


def packages(random: Random) -> float:
    return random.choices((499, 999, 4_999), (6, 3, 1))[0]


def looks(random: Random, share: float, draw: Draw, dearer: float = 1.0) -> Iterator[list[Stakes]]:
    """The stakes after each buyer. This share of buyers is in the second arm, and pays `dearer` times as much."""
    cutter, stakes = Cutter(), [Stakes(), Stakes()]
    for _ in range(BUYERS):
        arm = random.random() < share
        stakes[arm] += cutter.stake(round(draw(random) * (dearer if arm else 1)))
        yield stakes


@pytest.mark.parametrize("seed", [SEED, SEED + 100, SEED + 200])
@pytest.mark.parametrize(("weight", "draw"), [(0.5, skewed), (0.1, skewed), (0.5, packages)])
def test_equal_arms_seldom_win_however_skewed_the_money(seed: int, weight: float, draw: Draw) -> None:
    random, weights = Random(seed), (1 - weight, weight)  # noqa: S311

    winners = sum(
        any(winner(stakes, weights, MONEY) for stakes in looks(random, weight, draw)) for _ in range(RUNS // 4)
    )

    assert winners <= round(0.05 * RUNS / 4 + 2 * math.sqrt(0.05 * 0.95 * RUNS / 4))


def test_half_as_many_buyers_that_pay_twice_are_no_winner() -> None:
    random, runs = Random(SEED + 5), RUNS // 4  # noqa: S311
    winners = sum(
        any(winner(stakes, (0.5, 0.5), MONEY) for stakes in looks(random, 1 / 3, packages, dearer=2.0))
        for _ in range(runs)
    )

    assert winners <= round(0.05 * runs + 2 * math.sqrt(0.05 * 0.95 * runs))


def test_an_arm_that_brings_twice_as_much_is_found_and_its_interval_is_right() -> None:
    random, found, covered, runs = Random(SEED + 6), 0, 0, RUNS // 4  # noqa: S311
    for _ in range(runs):
        evidence = Evidence((0.5, 0.5), MONEY)
        for stakes in looks(random, 2 / 3, packages):
            if winner(stakes, (0.5, 0.5), MONEY):
                finding = evidence.look((), stakes)
                found += finding.best == 1
                covered += finding.low is not None and finding.high is not None and finding.low <= 1 <= finding.high
                break

    assert found >= (0.8 - 2 * math.sqrt(0.16 / runs)) * runs
    assert covered >= 0.95 * found - 2 * math.sqrt(0.05 * 0.95 * found)


def test_the_estimate_is_enough_for_four_of_five() -> None:
    random, runs, lift = Random(SEED + 7), RUNS // 4, 1.0  # noqa: S311
    money = [packages(random) for _ in range(4_000)]
    dispersion = len(money) * sum(each**2 for each in money) / sum(money) ** 2
    needed = conversions_needed((0.5, 0.5), lift, dispersion)
    assert needed < BUYERS

    def is_found() -> bool:
        *_, last = (stakes for _, stakes in zip(range(needed), looks(random, 2 / 3, packages), strict=False))
        return winner(last, (0.5, 0.5), MONEY) is not None

    assert sum(is_found() for _ in range(runs)) >= (0.8 - 2 * math.sqrt(0.16 / runs)) * runs


def test_one_large_purchase_decides_nothing() -> None:
    cutter, stakes = Cutter(), [Stakes(), Stakes()]
    for buyer in range(100):
        stakes[buyer % 2] += cutter.stake(1_000)
    stakes[1] += cutter.stake(10_000_000)

    assert winner(stakes, (0.5, 0.5), MONEY) is None
    assert Evidence((0.5, 0.5), MONEY).look((), stakes).conclusion == Conclusion.TOO_EARLY
    low, high = lift_interval(stakes, (0.5, 0.5), measure=MONEY)
    assert low < 0 < high
