from shared.gazetteer import regions, towns

COUNTRIES = {"NL", "BE", "DE", "AT", "CH", "FR", "IT", "ES", "PL", "GB"}
COUNTRIES |= {"IE", "DK", "SE", "NO", "FI", "US", "CA", "AU", "NZ"}


def test_every_country_has_towns_and_regions() -> None:
    assert {town.country for town in towns()} == COUNTRIES == {region.country for region in regions()}


def test_every_region_has_a_town() -> None:
    # Two Canadian territories, the Chathams and a few Swiss cantons are smaller than the limit.
    empty = {region.id for region in regions()} - {town.region_id for town in towns()}

    assert len(empty) <= 6


def test_ids_are_unique() -> None:
    assert len({town.id for town in towns()}) == len(towns())
    assert len({region.id for region in regions()}) == len(regions())


def test_utrecht_is_where_it_should_be() -> None:
    utrecht = next(town for town in towns() if (town.country, town.name) == ("NL", "Utrecht"))

    assert utrecht.region_id == "nl-utrecht"
    assert abs(utrecht.latitude - 52.09) < 0.05
    assert abs(utrecht.longitude - 5.12) < 0.05


def test_towns_are_on_the_map_and_inhabited() -> None:
    assert all(-90 < t.latitude < 90 and -180 < t.longitude <= 180 and t.population >= 5000 for t in towns())
