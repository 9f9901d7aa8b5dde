"""Score of a member found: how well they fit the viewer, with reasons that can be shown."""

from dataclasses import dataclass

from shared.kit.core import age_on
from shared.sites.interests import Interest
from shared.sites.search import FitWeights

from profiles.domain.bit_masks import interests_in, interests_mask
from profiles.domain.profile import Viewer
from profiles.domain.search import Hit

CLOSE_IN_AGE = 5


@dataclass(frozen=True, slots=True)
class Fit:
    score: int
    shared: tuple[Interest, ...]
    distance_km: int | None
    is_close_in_age: bool


def fit_of(viewer: Viewer, hit: Hit, distance_km: int | None, weights: FitWeights) -> Fit:
    """Compute the score from the two members and the site's weights alone: all pages of a search agree on it."""
    shared = hit.interests & interests_mask(viewer.interests)
    today = viewer.at.date()
    gap = abs(age_on(today, hit.birth_date) - age_on(today, viewer.birth_date))
    score = (
        weights.points.for_shared(shared.bit_count())
        + weights.points.for_distance(distance_km)
        + weights.points.for_age(gap)
    )
    return Fit(score, interests_in(shared), distance_km, gap <= CLOSE_IN_AGE)
