"""The report of the marketing desk: what its API answers and refuses."""

import csv
import io
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from lander.domain.suspicion import Suspicion
from lander.domain.view import View
from lander.tests.consuming import consume
from lander.tests.purchases import NOW, Buyer, goes_back
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.web import Browser

ANN = UUID(int=1)
TODAY = NOW.date()
RANGE = {"first": str(TODAY - timedelta(days=60)), "last": str(TODAY)}


@pytest.fixture
def desk(browser: Browser) -> Browser:
    return browser.as_member(ANN, marketer=True)


@pytest.fixture
def lives(wired: Wiring, database: Database) -> None:
    """Two sign-ups by a network with one purchase of 50.00, half of it refunded, and one sign-up without a network."""
    with wired.unit_of_work() as uow:
        uow.networks.add("pairwise", "northwind")
        for suspicion in (None, None, None, Suspicion.PROGRAM):
            uow.views.count(View("pairwise", "map", 0, 0, "northwind", "en", suspicion))
        uow.views.count(View("pairwise", "video", 0, 0, "", "en", Suspicion.HEADERS))
        uow.views.count(View("iskra", "map", 0, 0, "", "en", Suspicion.TOO_MANY))
        uow.commit()
    buyer, other, alone = Buyer("map", "northwind"), Buyer("map", "northwind"), Buyer("video")
    paid = buyer.pays(5000, 868)
    for event in (
        buyer.signs_up(ref="=1+1"),
        buyer.confirms(),
        paid,
        goes_back(paid, 2500, 434, "refund"),
        other.signs_up(),
        alone.signs_up(),
    ):
        consume(wired, event)


def ask(desk: Browser, **query: str) -> Any:
    return desk.get("/api/marketing-report.php", **(RANGE | query)).json


@pytest.mark.usefixtures("lives")
def test_rows_total_and_coverage(desk: Browser) -> None:
    report = ask(desk, by="network")

    by_network = {row["key"][0]: row for row in report["rows"]}
    assert by_network["northwind"]["sign_ups"] == 2
    assert by_network["northwind"]["views"] == 3
    assert by_network["northwind"]["suspects"] == 1
    [money] = by_network["northwind"]["revenue"]
    assert (money["gross"], money["reversed"], money["net"]) == (5000, {"refund": 2500}, 5000 - 868 - 2500 + 434)
    assert (report["total"]["sign_ups"], report["attributed"]["sign_ups"]) == (3, 2)
    assert report["check"] is None


@pytest.mark.usefixtures("lives")
def test_suspect_views_have_their_reasons_within_range_and_filters(desk: Browser) -> None:
    assert ask(desk, by="page")["suspicions"] == {"program": 1, "headers": 1}
    assert ask(desk, by="day", page="map")["suspicions"] == {"program": 1}
    assert ask(desk, by="page", network="-")["suspicions"] == {"headers": 1}
    assert ask(desk, by="sub1")["suspicions"] == {}
    assert ask(desk, last=RANGE["first"])["suspicions"] == {}


@pytest.mark.usefixtures("lives")
def test_filters_narrow_rows_and_total(desk: Browser) -> None:
    assert ask(desk, by="page", network="northwind")["total"]["sign_ups"] == 2
    assert ask(desk, by="page", network="-")["total"]["sign_ups"] == 1
    assert [row["key"] for row in ask(desk, by="page,network", page="map")["rows"]] == [["map", "northwind"]]
    assert ask(desk, page="map", network="-")["total"]["views"] == 0


@pytest.mark.usefixtures("lives")
def test_the_newest_comparison_with_the_ledger_is_shown(desk: Browser, wired: Wiring) -> None:
    with wired.unit_of_work() as uow:
        uow.checks.store(TODAY, TODAY - timedelta(days=30), 2)
        uow.commit()

    check = ask(desk)["check"]
    assert (check["differences"], check["last"]) == (2, str(TODAY - timedelta(days=1)))


@pytest.mark.usefixtures("lives")
def test_a_file_has_numbers_as_numbers_and_no_formula(desk: Browser) -> None:
    answer = desk.get("/api/marketing-report-file.php", **RANGE, by="ref")

    assert answer.headers["Content-Disposition"].startswith("attachment")
    text = answer.get_data(as_text=True).lstrip("\ufeff")
    names, *lines = csv.reader(io.StringIO(text, newline=""))
    rows = {line[0]: dict(zip(names, line, strict=True)) for line in lines}
    assert rows["'=1+1"]["gross"] == "50.00"
    assert '"50.00"' not in text

    dutch = desk.in_language("nl").get("/api/marketing-report-file.php", **RANGE, by="ref").get_data(as_text=True)
    assert ";50,00;" in dutch


@pytest.mark.usefixtures("lives")
def test_another_brand_sees_none_of_it(browser: Browser) -> None:
    there = browser.at("iskra.localhost").as_member(ANN, marketer=True)
    assert ask(there)["total"]["sign_ups"] == 0


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"first": str(TODAY), "last": str(TODAY - timedelta(days=1))}, "report_range_impossible"),
        ({"first": str(TODAY + timedelta(days=2)), "last": str(TODAY + timedelta(days=3))}, "report_range_impossible"),
        ({"first": str(TODAY - timedelta(days=800)), "last": str(TODAY)}, "report_range_too_long"),
        ({"first": "2026-02-30"}, "validation_failed"),
        ({"last": ""}, "validation_failed"),
        ({"by": "colour"}, "validation_failed"),
        ({"by": "page,page"}, "validation_failed"),
        ({"by": "page,version,arm,network"}, "validation_failed"),
        ({"site": "iskra"}, "validation_failed"),
    ],
)
@pytest.mark.parametrize("path", ["/api/marketing-report.php", "/api/marketing-report-file.php"])
def test_a_report_that_cannot_be_says_why(desk: Browser, path: str, query: dict[str, str], code: str) -> None:
    answer = desk.get(path, **(RANGE | query))
    assert answer.status_code == 422
    assert code in (answer.json["error"]["code"], *(each["code"] for each in answer.json["error"].get("errors", [])))


def test_the_longest_range_is_answered(desk: Browser) -> None:
    assert ask(desk, first=str(TODAY - timedelta(days=799)))["rows"] == []
