"""Nothing that search answers locates a member nearer than the band of distance that their card shows."""

from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import pairwise
from unittest.mock import create_autospec
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.gazetteer import regions, towns
from shared.sites.search import FitWeights

from profiles.domain.atlas import Atlas
from profiles.domain.distance import BANDS_KM, NEAR_KM, RADII_KM, RINGS_KM
from profiles.domain.fit import fit_of
from profiles.domain.profile import Viewer
from profiles.domain.search import FEW, Count, Criteria, Hit, Position
from profiles.domain.traits import Gender
from profiles.storage.search import SearchRepository
from profiles.usecases.search.result_pages import bands_of, nearest_first

ATLAS = Atlas(towns(), regions())
# Towns of one country and its neighbours, so that pairs lie in every band.
TOWNS = st.sampled_from([town.id for town in towns() if town.country in ("NL", "BE", "DE")][::7])
NOW = datetime(2026, 6, 1, tzinfo=UTC)
CRITERIA = Criteria((Gender.MALE,), Gender.FEMALE)
VIEWER = Viewer(
    member_id=UUID(int=1),
    gender=Gender.FEMALE,
    seeks=(Gender.MALE,),
    birth_date=date(1990, 1, 1),
    interests=(),
    town_id=None,
    is_premium=False,
    is_deleted=False,
    is_quiet=False,
    at=NOW,
)


def test_every_radius_is_a_band() -> None:
    assert set(RADII_KM) <= set(BANDS_KM)
    assert set(NEAR_KM) <= set(RINGS_KM)
    assert all(one < other for one, other in pairwise(RINGS_KM))


@given(TOWNS, TOWNS, st.sampled_from(RADII_KM))
def test_a_radius_holds_the_towns_of_its_bands_and_no_others(here: int, there: int, radius_km: int) -> None:
    band = ATLAS.distance_band(here, there)

    assert (there in ATLAS.within(here, radius_km)) == (band is not None and band <= radius_km)


@given(TOWNS, TOWNS, TOWNS, st.sampled_from([None, *RADII_KM]))
def test_towns_of_one_band_are_distinguished_by_no_search(
    here: int, one: int, other: int, radius_km: int | None
) -> None:
    if ATLAS.distance_band(here, one) != ATLAS.distance_band(here, other):
        return

    assert _seen(here, one, radius_km) == _seen(here, other, radius_km)


def _seen(here: int, there: int, radius_km: int | None) -> tuple[object, ...]:
    """All that a search from one town says about a member of the other: within, stage of the order, score."""
    viewer = replace(VIEWER, town_id=here)
    stages = bands_of(ATLAS, here, replace(CRITERIA, radius_km=radius_km))
    # A cursor and a count follow from the stage and from who is within.
    stage = [each is not None and (there in each.towns) != each.elsewhere for each in stages]
    hit = Hit(Position(True, NOW, UUID(int=2)), date(1990, 1, 1), 0, there)
    return stage, fit_of(viewer, hit, ATLAS.distance_band(here, there), FitWeights())


@pytest.mark.parametrize("of_band", [FEW, FEW + 1])
def test_a_later_page_counts_nothing_and_keeps_the_plan_of_its_band(of_band: int) -> None:
    hits = [Hit(Position(True, NOW, UUID(int=number)), date(1990, 1, 1), 0, None) for number in range(3)]
    search = create_autospec(SearchRepository, instance=True)
    search.begin.return_value = Count.of(of_band, FEW), hits
    search.page.return_value = hits

    first = nearest_first(search, ATLAS, VIEWER, CRITERIA, FitWeights(), None, 2)
    search.count.reset_mock()
    nearest_first(search, ATLAS, VIEWER, CRITERIA, FitWeights(), first.next, 2)

    search.count.assert_not_called()
    assert search.page.call_args.kwargs == {"few": of_band <= FEW}
