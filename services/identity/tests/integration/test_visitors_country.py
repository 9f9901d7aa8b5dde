"""The country of a visitor's address, as the settings report it."""

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MemberSignedUp
from shared.kit.db import Database
from shared.kit.http.app import create_app
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.sites.interests import Interest

from identity.tests.factories import sign_up_form
from identity.web import BLUEPRINTS
from identity.wiring import Wiring

A_DUTCH, AN_AMERICAN, A_POLISH = "80.60.0.1", "8.8.8.8", "83.0.0.1"


def asked_from(browser: Browser, address: str, host: str = "localhost") -> dict[str, object]:
    answer = browser.at(host).send("GET", "/api/settings.php", {}, {"X-Forwarded-For": address})
    found: dict[str, object] = answer.json["settings"]
    return found


@pytest.mark.parametrize(
    ("address", "country", "selected", "languages"),
    [
        (A_DUTCH, "NL", "NL", ["nl"]),
        (AN_AMERICAN, "US", "US", ["en", "es"]),
        (f"::ffff:{AN_AMERICAN}", "US", "US", ["en", "es"]),
        ("2a02:a000::1", "BE", "BE", ["nl", "fr", "de"]),
        ("1.0.16.1", "JP", "NL", ["nl"]),
    ],
    ids=["NL", "US", "US-mapped", "BE-v6", "JP"],
)
def test_the_ip_address_decides_the_country_and_the_country_the_languages(
    browser: Browser, address: str, country: str, selected: str, languages: list[str]
) -> None:
    settings = asked_from(browser, address)

    served = settings["geoip_country"], settings["geoip_selected_country"], settings["visible_locales"]
    assert served == (country, selected, languages)


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "192.168.1.9", "::1", "fd00::1", "", "nonsense"])
def test_a_private_address_has_the_country_of_the_site(browser: Browser, address: str) -> None:
    assert asked_from(browser, address)["geoip_country"] == "NL"
    assert asked_from(browser, address, "iskra.localhost")["geoip_country"] == "PL"


def test_a_site_shows_no_language_it_does_not_speak(browser: Browser) -> None:
    assert asked_from(browser, AN_AMERICAN, "iskra.localhost")["visible_locales"] == ["pl"]
    assert asked_from(browser, "2.248.0.1")["visible_locales"] == asked_from(browser, A_DUTCH)["locales"]


def test_a_developer_may_pretend_for_a_day(browser: Browser) -> None:
    assert browser.get("/api/settings.php", geoip_country="PL").json["settings"]["geoip_country"] == "PL"
    assert asked_from(browser, A_DUTCH)["visible_locales"] == ["pl"]


def test_in_production_nobody_pretends(wired: Wiring, database: Database, keys: KeyPair) -> None:
    changes = {"environment": "production", "public_url": "https://pairwise.example"}
    settings = wired.settings.model_copy(update=changes)
    wiring = Wiring(**{**vars(wired), "settings": settings})
    browser = Browser(create_app(settings, database, BLUEPRINTS, wiring), keys).at("pairwise.example")

    refused = browser.get("/api/settings.php", geoip_country="PL")
    assert (refused.status_code, refused.json["error"]["errors"][0]["code"]) == (422, "field_unknown")
    with_cookie = {"X-Forwarded-For": A_DUTCH, "Cookie": "__Host-pretended_country=PL; pretended_country=PL"}
    answer = browser.send("GET", "/api/settings.php", {}, with_cookie)
    assert answer.json["settings"]["geoip_country"] == "NL"


def test_the_query_of_the_page_may_come_along(browser: Browser) -> None:
    assert browser.get("/api/settings.php", network="n1", step="2").status_code == 200
    assert browser.get("/api/settings.php", geoip_country="Poland").status_code == 422


def test_a_member_without_a_town_is_where_they_signed_up(app: Flask, browser: Browser, database: Database) -> None:
    browser.send("POST", "/api/signup.php", sign_up_form(), {"X-Forwarded-For": A_POLISH})

    [event] = announced(database, MemberSignedUp)
    assert event.country == "PL"


def test_the_settings_name_the_interests_that_the_site_offers(browser: Browser) -> None:
    offered = asked_from(browser, A_DUTCH)["interests"]

    assert offered == [interest.value for interest in Interest]
