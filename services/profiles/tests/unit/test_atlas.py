from hypothesis import given
from hypothesis import strategies as st
from shared.gazetteer import Region, Town, regions, towns

from profiles.domain.atlas import FARTHEST_KM, Atlas, distance_km

ATLAS = Atlas(towns(), regions())


def a_town(number: int, name: str, latitude: float, longitude: float, population: int = 1000) -> Town:
    return Town(number, name, "NL", "01", "nl-x", "X", latitude, longitude, population)


def test_a_point_in_a_town_is_that_town() -> None:
    nearest = ATLAS.nearest(52.0907, 5.1214)

    assert nearest is not None
    assert (nearest.name, nearest.region_name) == ("Utrecht", "Utrecht")


def test_the_sea_is_no_town() -> None:
    assert ATLAS.nearest(56.5, 3.5) is None
    assert ATLAS.nearest(90, 0) is None


@given(st.floats(-90, 90), st.floats(-180, 180))
def test_the_grid_finds_what_looking_at_every_town_finds(latitude: float, longitude: float) -> None:
    some = [
        a_town(1, "North", 89.7, 10),
        a_town(2, "Far north", 89.8, -170),
        a_town(3, "Date line west", -17.0, 179.9),
        a_town(4, "Date line east", -17.2, -179.9),
        a_town(5, "Middle", 0.0, 0.0),
        a_town(6, "South", -89.9, 50),
    ]
    here = (round(latitude, 2), round(longitude, 2))
    distance, nearest = min(((distance_km(*here, town), town) for town in some), key=lambda pair: pair[0])

    found = Atlas(some, []).nearest(latitude, longitude)

    assert found == (nearest if distance <= FARTHEST_KM else None)


def test_the_regions_of_a_country_come_by_name() -> None:
    found = Atlas([], [Region("nl-b", "NL", "2", "Zeeland"), Region("nl-a", "NL", "1", "Drenthe")])

    assert [region.name for region in found.regions_in("NL")] == ["Drenthe", "Zeeland"]
    assert found.regions_in("XX") == []
