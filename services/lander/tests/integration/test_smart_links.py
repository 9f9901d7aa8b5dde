"""One address leads to several pages of its site alone, and what it brought is counted by its name."""

from typing import Any
from urllib.parse import parse_qsl, urlsplit
from uuid import UUID

import pytest
from flask import Flask
from lander.tests.consuming import consume
from lander.tests.integration.test_views import PERSON, rendered
from lander.tests.purchases import NOW, Buyer
from lander.wiring import Wiring
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

ANN = UUID(int=1)
DESK = "/api/marketing-links.php"
REPORT = {"first": NOW.date().isoformat(), "last": NOW.date().isoformat()}
PHONE = {"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148", "Accept-Language": "en"}
SPRING = {"name": "spring", "fallback": "gallery", "targets": [{"page": "video", "devices": ["phone"]}]}


@pytest.fixture
def desk(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys).as_member(ANN, marketer=True)


def followed(browser: Browser, address: str, **headers: str) -> tuple[str, list[tuple[str, str]]]:
    answer = browser.send("GET", address, {}, PHONE | headers)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (302, "no-store")
    location = urlsplit(answer.headers["Location"])
    assert not location.netloc
    assert not location.scheme
    return location.path, parse_qsl(location.query, keep_blank_values=True)


def test_a_link_leads_by_its_rules_and_passes_everything_on(desk: Browser, browser: Browser) -> None:
    assert desk.post(DESK, SPRING).status_code == 201

    asked = "/go/spring?sub1=a%26b&utm_source=north&gclid=X-1&fbclid=Y&v=2.3&link=other"
    assert followed(browser, asked) == (
        "/landers/video",
        [
            ("sub1", "a&b"),
            ("utm_source", "north"),
            ("gclid", "X-1"),
            ("fbclid", "Y"),
            ("link", "spring"),
        ],
    )
    path, _ = followed(browser, "/go/spring", **{"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140"})
    assert path == "/landers/gallery"
    # A crawler gets the fallback, whatever it says it is besides.
    path, _ = followed(browser, "/go/spring", **{"User-Agent": PHONE["User-Agent"] + " Googlebot/2.1"})
    assert path == "/landers/gallery"


def test_a_network_of_the_link_is_named_where_the_address_names_none(desk: Browser, browser: Browser) -> None:
    desk.post("/api/marketing-networks.php", {"name": "north"})
    assert desk.post(DESK, SPRING | {"network": "unknown"}).status_code == 404
    assert desk.post(DESK, SPRING | {"network": "north"}).status_code == 201

    assert followed(browser, "/go/spring?network=&sub1=1")[1] == [
        ("sub1", "1"),
        ("network", "north"),
        ("link", "spring"),
    ]
    assert followed(browser, "/go/spring?utm_source=south")[1] == [("utm_source", "south"), ("link", "spring")]


@pytest.mark.parametrize("path", ["/go/unknown", "/go/", "/go/spring/more", "/go/evil.example"])
def test_an_unknown_link_is_a_404(desk: Browser, browser: Browser, path: str) -> None:
    desk.post(DESK, SPRING)
    answer = browser.get(path)
    assert answer.status_code == 404
    assert "<html" in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "Spring"},
        {"name": "a" * 33},
        {"fallback": "//evil.example"},
        {"fallback": "nowhere"},
        {"fallback": "member"},
        {"targets": [{"page": "nowhere"}]},
        {"targets": [{"page": "https://evil.example"}]},
        {"targets": [{"page": "video", "weight": 0}]},
        {"targets": [{"page": "video", "first_hour": 3}]},
        {"targets": [{"page": "video", "first_hour": 3, "until_hour": 3}]},
        {"targets": [{"page": "video", "countries": ["nl"]}]},
        {"targets": [{"page": "video"}] * 13},
    ],
)
def test_a_wrong_link_changes_nothing(desk: Browser, wrong: dict[str, Any]) -> None:
    assert desk.post(DESK, SPRING | wrong).status_code == 422
    assert desk.get(DESK).json["links"] == []


def test_a_link_is_changed_and_removed_with_a_record(desk: Browser, browser: Browser) -> None:
    desk.post(DESK, SPRING)
    assert desk.post(DESK, SPRING).json["error"]["code"] == "link_taken"
    desk.put(DESK, SPRING | {"targets": [{"page": "video", "devices": ["phone"], "is_paused": True}]})
    assert followed(browser, "/go/spring")[0] == "/landers/gallery"
    assert desk.delete(DESK, {"name": "spring"}).status_code == 200
    assert browser.get("/go/spring").status_code == 404
    assert desk.delete(DESK, {"name": "spring"}).status_code == 404
    assert desk.put(DESK, SPRING).status_code == 404
    actions = desk.get("/api/marketing-actions.php").json["actions"]
    assert [each["action"] for each in actions] == ["link.remove", "link.change", "link.add"]


def test_views_and_sign_ups_of_a_link_are_counted_by_it(desk: Browser, browser: Browser, wired: Wiring) -> None:
    desk.post(DESK, SPRING)
    path, query = followed(browser, "/go/spring?sub1=click")
    view, plain = rendered(browser, path, **dict(query)), rendered(browser, "/landers/video")
    assert view["link"] == "spring"
    # Another link than the one it was rendered for proves nothing.
    for told in (view, plain, rendered(browser) | {"link": "spring"}):
        assert browser.send("POST", "/api/track.php", told, PERSON).status_code == 202
    buyers = [Buyer(link=link, age_days=0) for link in ("spring", "nobody", "")]
    consume(wired, *(buyer.signs_up() for buyer in buyers))

    rows = {
        tuple(row["key"]): (row["views"], row["suspects"], row["sign_ups"])
        for row in desk.get("/api/marketing-report.php", **REPORT, by="link,page").json["rows"]
    }

    assert rows[("spring", "video")][:2] == (1, 1)
    assert rows[("", "video")][0] == 1
    assert sum(sign_ups for (link, _), (_, _, sign_ups) in rows.items() if link == "spring") == 1
    assert sum(sign_ups for (link, _), (_, _, sign_ups) in rows.items() if not link) == 2
    assert {link for link, _ in rows} == {"spring", ""}
    by_page = desk.get("/api/marketing-report.php", **REPORT, by="page").json["total"]
    by_link = desk.get("/api/marketing-report.php", **REPORT, by="link,country").json["total"]
    assert by_page == by_link
