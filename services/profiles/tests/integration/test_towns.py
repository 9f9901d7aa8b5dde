from typing import Any

import psycopg
import pytest
from shared.gazetteer import regions, towns
from shared.gazetteer.loading import load_towns
from shared.kit.db import Database
from shared.kit.testing.database import superuser_of
from shared.kit.testing.web import Browser
from shared.sites.interests import Interest

from profiles.tests.makers import Town


def test_a_site_that_names_no_interests_offers_them_all(browser: Browser) -> None:
    assert browser.get("/api/interests.php").json == {"interests": [interest.value for interest in Interest]}


def test_regions_of_a_country(browser: Browser) -> None:
    found = browser.get("/api/regions.php", country="NL").json["regions"]

    assert {"id": "nl-utrecht", "name": "Utrecht"} in found
    assert len(found) == 12
    assert browser.get("/api/regions.php", country="XX").json == {"regions": []}


def test_a_point_becomes_a_town(browser: Browser) -> None:
    expected = {"name": "Utrecht", "region": "nl-utrecht", "region_name": "Utrecht", "country": "NL", "id": 2745912}

    assert browser.get("/api/geocode.php", lat="52.09083", lon="5.12222").json == {"town": expected}
    assert browser.get("/api/geocode.php", lat=0, lon=0).json == {"town": None}


def test_a_beginning_becomes_towns(browser: Browser) -> None:
    found = browser.get("/api/geocode.php", q="utr", country="NL").json["towns"]

    assert [town["name"] for town in found][:1] == ["Utrecht"]
    assert len(browser.get("/api/geocode.php", q="a").json["towns"]) == 8


def test_a_whole_name_is_told_from_a_near_one(browser: Browser) -> None:
    whole = browser.get("/api/geocode.php", q="Cracow", country="PL").json
    near = browser.get("/api/geocode.php", q="Krakuf", country="PL").json

    assert (whole["towns"][0]["name"], whole["exact"], whole["near"]) == ("Kraków", whole["towns"][0]["id"], False)
    assert (near["exact"], near["near"]) == (None, True)


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("geocode", {}),
        ("geocode", {"lat": 52}),
        ("geocode", {"lat": "nan", "lon": 5}),
        ("geocode", {"lat": "inf", "lon": 5}),
        ("geocode", {"lat": 91, "lon": 5}),
        ("geocode", {"lat": 52, "lon": 181}),
        ("geocode", {"lat": 52, "lon": 5, "q": "utr"}),
        ("geocode", {"q": "u" * 81}),
        ("geocode", {"q": "utr", "country": "Netherlands"}),
        ("geocode", {"lat": 52, "lon": 5, "accuracy": 3}),
        ("regions", {}),
        ("regions", {"country": "nl"}),
    ],
)
def test_bad_input_is_refused(browser: Browser, path: str, query: dict[str, Any]) -> None:
    answer = browser.get(f"/api/{path}.php", **query)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")


def test_every_database_has_the_gazetteer(database: Database, town: Town) -> None:
    with psycopg.connect(superuser_of(database)) as connection:
        load_towns(connection)
        load_towns(connection)

    assert town.rows("SELECT (SELECT count(*) FROM towns), (SELECT count(*) FROM regions)") == [
        (len(towns()), len(regions()))
    ]


def test_a_point_is_written_nowhere(browser: Browser, capfd: pytest.CaptureFixture[str]) -> None:
    browser.get("/api/geocode.php", lat="52.09083", lon="5.12222")

    said = capfd.readouterr()
    assert "52.0" not in said.out + said.err
