from zoneinfo import available_timezones

import pytest
from shared.gazetteer import regions
from shared.gazetteer.time_zones import REGION_ZONES, ZONES, time_zone_of
from shared.sites import SiteDirectory


def test_every_country_of_a_site_has_its_zone() -> None:
    countries = SiteDirectory().for_host("localhost").countries

    assert set(countries) <= set(ZONES)


def test_every_zone_and_region_is_a_real_one() -> None:
    assert {*ZONES.values(), *REGION_ZONES.values(), time_zone_of("XX", None)} <= available_timezones()
    assert set(REGION_ZONES) <= {region.id for region in regions()}


@pytest.mark.parametrize(
    ("country", "region", "zone"),
    [
        ("NL", "nl-utrecht", "Europe/Amsterdam"),
        ("US", "us-california", "America/Los_Angeles"),
        ("US", None, "America/New_York"),
        ("", None, "Etc/UTC"),
    ],
)
def test_the_region_decides_before_the_country(country: str, region: str | None, zone: str) -> None:
    assert time_zone_of(country, region) == zone
