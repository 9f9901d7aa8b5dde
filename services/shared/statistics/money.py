"""Evidence about money per visit, which is skewed: few visitors pay, and a few of them pay much more than the others.

Each buyer stakes their money, cut at CUT times the mean of the buyers before and divided by that. If two arms bring
the same (cut) money per visit, the stakes of the second arm exceed their share by 0 in the mean, so betting on an
excess wins nothing: exp(x S - p(x) V) is a supermartingale, with S the sum of the excess, V that of its squares and
p(x) = -log(1 - x) - x. It exceeds 1/alpha at any look with a probability of at most alpha, whatever the
distribution: Howard and others, "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of Statistics
2021 (arXiv 1810.08240). Limit: money above the cut counts as the cut, so a few large purchases decide nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, log, log1p

CUT = 4.0
# Stakes of both signs, small ones for small differences.
BETS = (0.02, 0.04, 0.08, 0.15, 0.25, 0.4, 0.6, 0.8)
_COSTS = tuple(-log1p(-bet) - bet for bet in BETS)


@dataclass(frozen=True)
class Stakes:
    """The stakes of one arm's buyers: their sum, and the sum of their squares."""

    total: float = 0.0
    squares: float = 0.0

    def __add__(self, other: "Stakes") -> "Stakes":
        return Stakes(self.total + other.total, self.squares + other.squares)


class Cutter:
    """Makes stakes of the money of buyers, in their order."""

    def __init__(self) -> None:
        self._sum, self._buyers = 0, 0

    def stake(self, minor: int) -> Stakes:
        """The stake of the next buyer. The first one sets the scale, and stakes nothing."""
        cut = CUT * self._sum / self._buyers if self._sum else inf
        self._sum, self._buyers = self._sum + minor, self._buyers + 1
        part = min(minor / cut, 1.0)
        return Stakes(part, part * part)


def log_evidence(stakes: Sequence[Stakes], share: float) -> float:
    """Evidence that the second of two arms gets another share of the money than this one; natural logarithm."""
    first, second = stakes
    excess = (1 - share) * second.total - share * first.total
    spread = (1 - share) ** 2 * second.squares + share**2 * first.squares
    wins = [sign * bet * excess - cost * spread for bet, cost in zip(BETS, _COSTS, strict=True) for sign in (1, -1)]
    largest = max(wins)
    return largest + log(sum(exp(win - largest) for win in wins) / len(wins))
