"""Simulations of whole experiments, looked at after every conversion. EVIDENCE_RUNS=1000 makes the few of the suite
many, and EVIDENCE_SEED=7 draws others.
"""

import math
import os
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from shared.statistics.evidence import (
    Conclusion,
    Evidence,
    conversions_needed,
    differs,
    judge,
    lift_interval,
    log_bayes_factor,
    split_is_off,
    winner,
)

VISITS = 12_000
A_DAY = 400
RUNS = int(os.environ.get("EVIDENCE_RUNS", "120"))
SEED = int(os.environ.get("EVIDENCE_SEED", "62"))
# The power found by few runs may lie two standard errors below the one that many have to show.
LEAST_FOUND = 0.80 if RUNS >= 1_000 else 0.75


QUARTERS = (0.25, 0.25, 0.25, 0.25)


def visits(random: Random, weights: Sequence[float], rates: Sequence[float], swing: float) -> Iterator[int]:
    """The arm of each conversion among visits whose rate swings by this factor within a day."""
    arms = range(len(weights))
    for visit, arm in enumerate(random.choices(arms, weights, k=VISITS)):
        hour = 1 + swing * math.sin(2 * math.pi * visit / A_DAY)
        if random.random() < rates[arm] * hour:
            yield arm


def winner_of(random: Random, weights: Sequence[float], rates: Sequence[float], swing: float = 0) -> int | None:
    """The first winner if every conversion is looked at."""
    counts = [0] * len(weights)
    for arm in visits(random, weights, rates, swing):
        counts[arm] += 1
        if found := winner(counts, weights):
            return found[0]
    return None


@pytest.mark.parametrize("seed", [SEED, SEED + 100])
@pytest.mark.parametrize(
    ("weights", "swing"),
    [((0.5, 0.5), 0.0), ((0.5, 0.5), 0.5), ((0.9, 0.1), 0.0), ((0.4, 0.3, 0.3), 0.0), (QUARTERS, 0.5)],
)
def test_equal_arms_seldom_win_even_if_every_conversion_is_looked_at(
    weights: Sequence[float], swing: float, seed: int
) -> None:
    random = Random(seed)  # noqa: S311

    winners = sum(winner_of(random, weights, [0.08] * len(weights), swing) is not None for _ in range(RUNS))

    # 5 % and two standard errors: 64 of 1,000. Simulated at full size: 1.4 % of two arms, and fewer of more.
    assert winners <= round(0.05 * RUNS + 2 * math.sqrt(0.05 * 0.95 * RUNS))


def test_the_best_of_four_arms_is_found() -> None:
    random, runs = Random(SEED + 3), RUNS // 2  # noqa: S311
    found = [winner_of(random, QUARTERS, (0.08, 0.14, 0.08, 0.08)) for _ in range(runs)]

    assert found.count(1) >= LEAST_FOUND * runs
    assert set(found) <= {1, None}


@pytest.mark.parametrize("weights", [(0.5, 0.5), (0.8, 0.2), QUARTERS])
def test_the_estimate_is_what_four_of_five_runs_need(weights: Sequence[float]) -> None:
    random, lift = Random(SEED + 4), 0.5  # noqa: S311
    needed, runs = conversions_needed(weights, lift), RUNS
    shares = [weight * (1 + lift * (arm == 1)) for arm, weight in enumerate(weights)]

    def is_found() -> bool:
        drawn = random.choices(range(len(weights)), shares, k=needed)
        counts = [drawn.count(arm) for arm in range(len(weights))]
        return winner(counts, weights) is not None

    # Of four arms all three pairs have to be found at once, which is a little less likely than one.
    least = 0.8 if len(weights) == 2 else 0.6
    assert least - 2 * math.sqrt(0.16 / runs) <= sum(is_found() for _ in range(runs)) / runs < 0.95


def test_a_quarter_more_conversions_are_found_and_the_interval_holds_the_truth() -> None:
    random, found, covered, runs = Random(SEED + 1), 0, 0, RUNS // 2  # noqa: S311
    for _ in range(runs):
        evidence, counts = Evidence((0.5, 0.5)), [0, 0]
        for arm in visits(random, (0.5, 0.5), (0.08, 0.10), 0):
            counts[arm] += 1
            if differs(counts, (0.5, 0.5)):
                finding = evidence.look((), counts)
                found += finding.best == 1
                covered += finding.low is not None and finding.high is not None and finding.low <= 0.25 <= finding.high
                break

    assert found >= LEAST_FOUND * runs
    # 95 % and two standard errors.
    assert covered >= 0.95 * found - 2 * math.sqrt(0.05 * 0.95 * found)


def test_a_split_that_is_off_is_noticed_and_a_fair_one_is_left_alone() -> None:
    def is_noticed(random: Random, share: float) -> bool:
        first = 0
        for visit in range(1, VISITS + 1):
            first += random.random() < share
            if visit % A_DAY == 0 and split_is_off((first, visit - first), (0.5, 0.5)):
                return True
        return False

    random, fair, off = Random(SEED + 2), RUNS * 2, RUNS // 3  # noqa: S311

    assert sum(is_noticed(random, 0.5) for _ in range(fair)) <= 0.005 * fair
    # 98 %, less two standard errors.
    assert sum(is_noticed(random, 0.47) for _ in range(off)) >= 0.98 * off - 2 * math.sqrt(0.98 * 0.02 * off)


def test_a_split_that_is_off_shows_no_winner_ever_after() -> None:
    looks = [((5_000, 4_000), (500, 900)), ((9_000, 9_000), (700, 1_400))]

    assert judge((0.5, 0.5), looks).conclusion == Conclusion.SPLIT_IS_OFF


def test_the_first_winner_stays() -> None:
    looks = [((1_000, 1_000), (60, 140)), ((3_000, 3_000), (300, 310))]

    finding = judge((0.5, 0.5), looks)

    assert (finding.conclusion, finding.best, finding.other) == (Conclusion.BETTER, 1, 0)
    assert finding.low is not None
    assert finding.low > 0


def test_few_conversions_are_too_early_and_many_equal_ones_are_no_difference() -> None:
    early = judge((0.5, 0.5), [((100, 100), (4, 6))])
    equal = judge((0.5, 0.5), [((100_000, 100_000), (10_000, 10_020))])

    assert early.conclusion == Conclusion.TOO_EARLY
    assert equal.conclusion == Conclusion.NO_DIFFERENCE
    assert equal.high is not None
    assert 0 < equal.high < 0.10


def test_a_winner_of_three_arms_beats_both_others() -> None:
    beats_one = judge((0.4, 0.3, 0.3), [((4_000, 3_000, 3_000), (200, 400, 410))])
    beats_both = judge((0.4, 0.3, 0.3), [((4_000, 3_000, 3_000), (400, 300, 520))])

    assert beats_one.conclusion == Conclusion.TOO_EARLY
    assert (beats_both.conclusion, beats_both.best) == (Conclusion.BETTER, 2)


def test_weights_are_part_of_the_question() -> None:
    assert not differs((900, 100), (0.9, 0.1))
    assert differs((900, 100), (0.5, 0.5))


def test_nothing_seen_says_nothing() -> None:
    assert log_bayes_factor((0, 0), (0.5, 0.5)) == pytest.approx(0)
    assert lift_interval((0, 0), (0.5, 0.5)) == (-1.0, math.inf)
    assert judge((0.5, 0.5), []).conclusion == Conclusion.TOO_EARLY
    assert judge((1.0,), [((10,), (5,))]).conclusion == Conclusion.TOO_EARLY


def test_one_sided_counts_have_an_open_interval() -> None:
    low, high = lift_interval((0, 40), (0.5, 0.5))

    assert low > 0
    assert high == math.inf
