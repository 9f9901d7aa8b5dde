"""Points of the order "best fit": computed from a site's weights, for the order itself and for the page about it."""

from collections.abc import Sequence
from itertools import takewhile

from shared.sites.document import Document

# Hits in the order of activity that are ranked together by score; later pages go on with the next window.
WINDOW = 400
# Parts of the weights, by the number of shared interests, by the band of distance and by the years between both.
SHARED_MOST = 4
BY_DISTANCE = ((0, 24), (10, 20), (25, 14), (50, 8), (100, 4))
BY_AGE = ((2, 16), (5, 10), (10, 4))


class FitStep(Document):
    upto: int
    points: int


class FitPoints(Document):
    """Points by the steps of each comparison; of interests, the last step is for that many and more."""

    interests: list[FitStep]
    distance: list[FitStep]
    age: list[FitStep]
    window: int = WINDOW

    @staticmethod
    def of(interests: int, distance: int, age: int) -> "FitPoints":
        """The points of these weights."""
        return FitPoints(
            interests=_steps(interests, [(shared, shared) for shared in range(1, SHARED_MOST + 1)], SHARED_MOST),
            distance=_steps(distance, BY_DISTANCE, 24),
            age=_steps(age, BY_AGE, 16),
        )

    def for_shared(self, shared: int) -> int:
        """Points for this many shared interests."""
        return max((step.points for step in takewhile(lambda step: step.upto <= shared, self.interests)), default=0)

    def for_distance(self, band_km: int | None) -> int:
        """Points for a band of distance; none where it is not known."""
        return 0 if band_km is None else _first(self.distance, band_km)

    def for_age(self, years: int) -> int:
        """Points for this many years between both."""
        return _first(self.age, years)


def _steps(weight: int, parts: Sequence[tuple[int, int]], whole: int) -> list[FitStep]:
    return [FitStep(upto=upto, points=weight * part // whole) for upto, part in parts]


def _first(steps: list[FitStep], value: int) -> int:
    return next((step.points for step in steps if value <= step.upto), 0)
