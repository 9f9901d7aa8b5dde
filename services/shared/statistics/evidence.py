"""Evidence of an experiment that may be looked at at any time, after every conversion included.

If the arms of an experiment convert alike, the arm of each conversion is a draw by the weights, whatever the hour or
the traffic. The Bayes factor of a Dirichlet mixture against these weights is a martingale then, so it exceeds 1/alpha
at any look with a probability of at most alpha: Lindon and Malek, "Anytime-valid inference for multinomial count
data", NeurIPS 2022 (arXiv 2011.03567). The same factor over views says whether the split itself is off (sample ratio
mismatch). docs/decisions/0062-evidence.md compares it with tests that must not be looked at early.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from math import ceil, inf, lgamma, log, sqrt
from typing import Any

from shared.statistics.money import CUT, Stakes, log_evidence

ALPHA = 0.05
SPLIT_ALPHA = 0.001
# Weight of the mixture's centre, in observations. Larger ones find small differences later and large ones no sooner.
CONVERSIONS_CENTRE, VIEWS_CENTRE = 100.0, 1_000.0
# Differences below this are not worth a longer experiment.
SMALL_LIFT = 0.10
BISECTIONS = 50
# Standard deviations below the mean of a normal distribution under which a fifth of it lies.
LOWER_FIFTH = 0.8416

Counts = Sequence[int]
Weights = Sequence[float]
# What each arm reached: a count of conversions, or stakes of money.
Reached = Sequence[Any]


class Conclusion(StrEnum):
    TOO_EARLY = "too_early"
    BETTER = "better"
    NO_DIFFERENCE = "no_difference"
    SPLIT_IS_OFF = "split_is_off"


@dataclass(frozen=True)
class Finding:
    """The result at a look. `best` and `other` are arms by their position; the lift of the first over the second, as a
    part of its rate, is between `low` and `high`. Without a difference, `high` is the largest one there may be."""

    conclusion: Conclusion
    best: int | None = None
    other: int | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Measure:
    """What arms are compared by. `evidence` is the natural logarithm of that for another share of the second arm than
    the given one, of a pair with these weights; `least` is the size below which it is too early to call them alike."""

    size: Callable[[Any], float]
    evidence: Callable[[Reached, float, Weights], float]
    least: float


def log_bayes_factor(counts: Counts, weights: Weights, centre: float = CONVERSIONS_CENTRE) -> float:
    """How much better counts fit some other split than `weights`, which sum to 1; natural logarithm."""
    prior = [centre * weight for weight in weights]
    posterior = [a + n for a, n in zip(prior, counts, strict=True)]
    fixed = sum(n * log(weight) for n, weight in zip(counts, weights, strict=True))
    return _log_beta(posterior) - _log_beta(prior) - fixed


def split_is_off(views: Counts, weights: Weights) -> bool:
    """Whether views fall on the arms otherwise than drawn; at any look, wrongly in at most one of 1,000 experiments."""
    return log_bayes_factor(views, weights, VIEWS_CENTRE) > -log(SPLIT_ALPHA)


def _evidence_of_counts(counts: Reached, share: float, shares: Weights) -> float:
    first, second = counts
    prior = [CONVERSIONS_CENTRE * each for each in shares]
    likelihood = (second * log(share) if second else 0.0) + (first * log(1 - share) if first else 0.0)
    return _log_beta([a + n for a, n in zip(prior, counts, strict=True)]) - _log_beta(prior) - likelihood


COUNTS = Measure(float, _evidence_of_counts, CONVERSIONS_CENTRE)
MONEY = Measure(lambda stakes: stakes.total, lambda pair, share, _: log_evidence(pair, share), CONVERSIONS_CENTRE / CUT)


def differs(reached: Reached, weights: Weights, alpha: float = ALPHA, measure: Measure = COUNTS) -> bool:
    """Whether two arms convert differently; wrongly at any look with a probability of at most `alpha`."""
    shares = _normalised(weights)
    return measure.evidence(reached, shares[1], shares) > -log(alpha)


def lift_interval(
    reached: Reached, weights: Weights, alpha: float = ALPHA, measure: Measure = COUNTS
) -> tuple[float, float]:
    """Bounds of the second arm's lift over the first, which hold at all looks together with probability 1 - `alpha`.

    They are the shares of the second arm that the counts do not refute, as the ratio of the rates less 1.
    """
    shares = _normalised(weights)
    odds = shares[0] / shares[1]
    low, high = _share_interval(reached, shares, alpha, measure)
    return low / (1 - low) * odds - 1 if low < 1 else inf, high / (1 - high) * odds - 1 if high < 1 else inf


def winner(reached: Reached, weights: Weights, measure: Measure = COUNTS) -> tuple[int, int] | None:
    """The arm that converts better than every other one, and the second best; None while there is none.

    Each pair is tested at ALPHA / (k - 1): if all arms convert alike, a winner beats the first arm or is it, which is
    one of k - 1 pairs, so with any number of arms a false one is named at most in ALPHA of the experiments.
    """
    best, *others = sorted(range(len(weights)), key=lambda arm: -measure.size(reached[arm]) / weights[arm])
    if not others or not all(
        differs((reached[other], reached[best]), (weights[other], weights[best]), pair_alpha(weights), measure)
        for other in others
    ):
        return None
    return best, others[0]


def pair_alpha(weights: Weights) -> float:
    """The probability at which two of the arms are compared."""
    return ALPHA / max(1, len(weights) - 1)


def conversions_needed(weights: Weights, lift: float, dispersion: float | None = None) -> int:
    """Conversions of an experiment by which a lift of its second arm over all others is found in four of five runs.

    The count of the second arm among a pair's is binomial; with its lower fifth in place of its mean, the factor has
    to exceed the bound. The pair with the smallest weights decides. With a `dispersion`, the mean square of the buyers'
    money by the square of its mean, they are buyers that are compared by their money.
    """
    share, shares = weights[1], [weight for arm, weight in enumerate(weights) if arm != 1]
    other = min(shares)
    pair = (other, share)
    odds = share * (1 + lift) / (share * (1 + lift) + other)

    def is_enough(total: int) -> bool:
        found = total * odds - LOWER_FIFTH * sqrt((dispersion or 1) * total * odds * (1 - odds))
        counts: Reached = (round(total - found), round(found))
        if dispersion is not None:
            counts = [Stakes(each / CUT, each * dispersion / CUT**2) for each in counts]
        measure = COUNTS if dispersion is None else MONEY
        return found > total * share / (share + other) and differs(counts, pair, pair_alpha(weights), measure)

    total = 1
    while not is_enough(total):
        total *= 2
    low = total // 2
    while total - low > 1:
        middle = (low + total) // 2
        low, total = (low, middle) if is_enough(middle) else (middle, total)
    return ceil(total * (sum(shares) + share * (1 + lift)) / (other + share * (1 + lift)))


class Evidence:
    """Evidence over the looks at one experiment, in their order. The first winner and a split that is off both stay."""

    def __init__(self, weights: Weights, measure: Measure = COUNTS) -> None:
        self._weights, self._measure = tuple(weights), measure
        self._alpha = pair_alpha(weights)
        self._is_off = False
        self._winner: Finding | None = None

    def look(self, views: Counts, reached: Reached) -> Finding:
        """Take in the counts until now, by arm. Views may be missing (empty) where only conversions are looked at."""
        if views and not self._is_off:
            self._is_off = split_is_off(views, self._weights)
        if self._winner is None:
            self._winner = self._find_winner(reached)
        if self._is_off:
            return Finding(Conclusion.SPLIT_IS_OFF)
        return self._winner or self._find_likeness(reached)

    def _find_winner(self, reached: Reached) -> Finding | None:
        if (found := winner(reached, self._weights, self._measure)) is None:
            return None
        best, other = found
        low, high = lift_interval(*self._pair(reached, other, best), self._alpha, self._measure)
        return Finding(Conclusion.BETTER, best, other, low, high)

    def _find_likeness(self, reached: Reached) -> Finding:
        if sum(map(self._measure.size, reached)) < self._measure.least:
            return Finding(Conclusion.TOO_EARLY)
        bounds = [
            lift_interval(*self._pair(reached, *pair), self._alpha, self._measure)
            for pair in combinations(range(len(reached)), 2)
        ]
        largest = max((max(-low, high) for low, high in bounds), default=inf)
        if largest > SMALL_LIFT:
            return Finding(Conclusion.TOO_EARLY)
        return Finding(Conclusion.NO_DIFFERENCE, high=largest)

    def _pair(self, reached: Reached, first: int, second: int) -> tuple[Reached, Weights]:
        return (reached[first], reached[second]), (self._weights[first], self._weights[second])


def judge(weights: Weights, looks: Iterable[tuple[Counts, Reached]]) -> Finding:
    """The finding after these looks: views and conversions by arm until each of them."""
    return next(reversed(findings(weights, looks)), Finding(Conclusion.TOO_EARLY))


def findings(weights: Weights, looks: Iterable[tuple[Counts, Reached]], measure: Measure = COUNTS) -> list[Finding]:
    """The finding at each of these looks."""
    evidence = Evidence(weights, measure)
    return [evidence.look(views, reached) for views, reached in looks]


def _share_interval(reached: Reached, shares: Weights, alpha: float, measure: Measure) -> tuple[float, float]:
    first, second = map(measure.size, reached)
    total = first + second
    if not total:
        return 0.0, 1.0

    def is_refuted(share: float) -> bool:
        return measure.evidence(reached, share, shares) > -log(alpha)

    # The evidence rises on both sides of the share that was seen, so each bound is found by bisection.
    peak = second / total
    low = 0.0 if not second else _bisect(is_refuted, 0.0, peak)
    high = 1.0 if not first else _bisect(is_refuted, 1.0, peak)
    return low, high


def _bisect(is_refuted: Callable[[float], bool], refuted: float, kept: float) -> float:
    for _ in range(BISECTIONS):
        middle = (refuted + kept) / 2
        if 0.0 < middle < 1.0 and is_refuted(middle):
            refuted = middle
        else:
            kept = middle
    return refuted


def _normalised(weights: Weights) -> Weights:
    total = sum(weights)
    return [weight / total for weight in weights]


def _log_beta(parts: Sequence[float]) -> float:
    return sum(lgamma(part) for part in parts) - lgamma(sum(parts))
