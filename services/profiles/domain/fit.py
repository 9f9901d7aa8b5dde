"""Score of a member found: how well they fit the viewer, with reasons that can be shown."""

from dataclasses import dataclass

from shared.kit.core import age_on
from shared.sites.interests import Interest
from shared.sites.search import FitWeights

from profiles.domain.bit_masks import interests_in, interests_mask
from profiles.domain.distance import SAME_TOWN
from profiles.domain.profile import Viewer
from profiles.domain.search import Hit

SHARED_MOST = 4
# Parts of the weights, by the distance band in 24ths and by the years between both in 16ths.
BY_DISTANCE = {SAME_TOWN: 24, 10: 20, 25: 14, 50: 8, 100: 4}
BY_AGE = ((2, 16), (5, 10), (10, 4))
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
        weights.interests * min(shared.bit_count(), SHARED_MOST) // SHARED_MOST
        + weights.distance * (BY_DISTANCE.get(distance_km, 0) if distance_km is not None else 0) // 24
        + weights.age * next((part for years, part in BY_AGE if gap <= years), 0) // 16
        + weights.photo * hit.has_image
    )
    return Fit(score, interests_in(shared), distance_km, gap <= CLOSE_IN_AGE)
