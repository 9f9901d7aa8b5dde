"""The order "best fit" follows the weights of the site."""

from datetime import UTC, date, datetime
from uuid import UUID

import pytest
from pydantic import ValidationError
from shared.sites.interests import Interest
from shared.sites.search import FitWeights

from profiles.domain.bit_masks import interests_mask
from profiles.domain.fit import fit_of
from profiles.domain.profile import Viewer
from profiles.domain.search import Hit, Position
from profiles.domain.traits import Gender

NOW = datetime(2026, 6, 1, tzinfo=UTC)
FOUR = tuple(Interest)[:4]
VIEWER = Viewer(UUID(int=1), Gender.FEMALE, (Gender.MALE,), date(1990, 1, 1), FOUR, 1, False, False, False, NOW)
NOTHING = {"interests": 0, "distance": 0, "age": 0}


def hit(interests: tuple[Interest, ...] = (), *, born: int = 1950) -> Hit:
    return Hit(Position(False, NOW, UUID(int=2)), date(born, 1, 1), interests_mask(interests), None)


@pytest.mark.parametrize(
    ("weight", "found", "distance_km"),
    [
        ("interests", hit(FOUR), None),
        ("distance", hit(), 0),
        ("age", hit(born=1991), None),
    ],
)
def test_what_fits_wholly_counts_its_weight_and_nothing_else(weight: str, found: Hit, distance_km: int | None) -> None:
    for value in (1, 37, 100):
        assert fit_of(VIEWER, found, distance_km, FitWeights(**NOTHING | {weight: value})).score == value


def test_the_scores_of_a_site_without_weights_of_its_own_stay_from_release_to_release() -> None:
    """A cursor made by the release before holds a score."""
    found = [fit_of(VIEWER, hit(FOUR[:n], born=1986), 25, FitWeights()).score for n in range(5)]

    assert found == [12 * n + 14 + 10 for n in range(5)]


def test_the_score_is_the_sum_of_the_points_that_the_page_prints() -> None:
    weights = FitWeights(interests=31, distance=47, age=13)
    points = weights.points

    for shared, step in enumerate((0, *(step.points for step in points.interests))):
        assert fit_of(VIEWER, hit(FOUR[:shared]), None, weights).score == step
    for distance in points.distance:
        assert fit_of(VIEWER, hit(), distance.upto, weights).score == distance.points
    for age in points.age:
        assert fit_of(VIEWER, hit(born=1990 - age.upto), None, weights).score == age.points
    assert fit_of(VIEWER, hit(), 250, weights).score == 0


@pytest.mark.parametrize("wrong", [{"age": -1}, {"age": 101}, {"age": 1.5}, {"photo": 6}, NOTHING])
def test_weights_that_make_no_order_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        FitWeights.model_validate(wrong)
