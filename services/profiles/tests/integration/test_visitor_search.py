"""Search for visitors, as far as the site allows it."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from shared.kit.http.app import create_app
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.sites import Site, SiteDirectory

from profiles.tests.makers import BERLIN, Town, ago
from profiles.web import BLUEPRINTS
from profiles.wiring import Wiring

PATH = "/api/visitor-search.php"


def on_a_site(wired: Wiring, keys: KeyPair, **settings: Any) -> Browser:
    """A browser on a site with these settings."""
    site: Site = wired.sites.for_host("localhost").model_copy(update=settings)
    sites = SimpleNamespace(for_host=lambda _: site, own_languages=lambda _: (), own_texts=lambda *_: {})
    dependencies = replace(wired, sites=cast(SiteDirectory, sites))
    return Browser(create_app(dependencies.settings, dependencies.database, BLUEPRINTS, dependencies), keys)


def test_visitors_are_sent_to_log_in_unless_the_site_lets_them(wired: Wiring, keys: KeyPair, town: Town) -> None:
    refused = on_a_site(wired, keys).get(PATH)

    assert (refused.status_code, refused.json["error"]["code"]) == (403, "visitors_may_not_search")
    assert on_a_site(wired, keys, logged_out_search=True).get(PATH).status_code == 200


def test_a_source_of_traffic_may_be_asked_for(wired: Wiring, keys: KeyPair, town: Town) -> None:
    browser = on_a_site(wired, keys, logged_out_search_trafficsource=True)

    assert browser.get(PATH).status_code == 403
    assert browser.get(PATH, network="somewhere").status_code == 200
    assert browser.get(PATH, ref="friend").status_code == 200


def test_visitors_see_little(wired: Wiring, keys: KeyPair, town: Town) -> None:
    bo = town.man()

    answer = on_a_site(wired, keys, logged_out_search=True).get(PATH)

    (card,) = answer.json["profiles"]
    assert set(card) == {
        "id", "name", "age", "gender", "country", "region", "region_name", "fictional", "demonstration", "thumbhash",
    }  # fmt: skip
    assert (card["id"], card["region_name"]) == (str(bo), "Utrecht")
    for word in ("/media/", "presence", "town"):
        assert word not in answer.text


def test_visitors_page_by_gender_place_and_age(wired: Wiring, keys: KeyPair, town: Town) -> None:
    town.woman()
    for number in range(3):
        town.man(name=str(number), last_active_at=ago(hours=number))
    town.man(name="Berlin", town_id=BERLIN)
    browser = on_a_site(wired, keys, logged_out_search=True)

    first = browser.get(PATH, gender="male", country="NL", limit=2).json
    second = browser.get(PATH, gender="male", country="NL", limit=2, cursor=first["next_cursor"]).json

    assert [card["name"] for card in first["profiles"] + second["profiles"]] == ["0", "1", "2"]
    assert (first["count"], second["next_cursor"]) == ({"value": 3, "exact": True}, None)
    assert browser.get(PATH, min_age=60).json["profiles"] == []


@pytest.mark.parametrize("state", [{"state": "deleted"}, {"invisible": True}, {"hidden": True}])
def test_the_hidden_are_hidden_from_visitors(wired: Wiring, keys: KeyPair, town: Town, state: dict[str, Any]) -> None:
    town.change(town.man(), **state)

    answer = on_a_site(wired, keys, logged_out_search=True).get(PATH)

    assert (answer.json["profiles"], answer.json["count"]["value"]) == ([], 0)


@pytest.mark.parametrize("query", [{"eye_colour": "green"}, {"order": "near"}, {"limit": 49}, {"cursor": "x"}])
def test_visitors_cannot_ask_for_more(wired: Wiring, keys: KeyPair, town: Town, query: dict[str, Any]) -> None:
    assert on_a_site(wired, keys, logged_out_search=True).get(PATH, **query).status_code == 422


def test_a_cursor_is_good_on_the_sites_it_was_given_out_on(wired: Wiring, keys: KeyPair, town: Town) -> None:
    town.man(), town.man()
    cursor = on_a_site(wired, keys, logged_out_search=True).get(PATH, limit=1).json["next_cursor"]

    assert on_a_site(wired, keys, logged_out_search=True, pool=2).get(PATH, cursor=cursor).status_code == 422


def test_fields_a_site_does_not_show_are_not_sent_nor_found(wired: Wiring, keys: KeyPair, town: Town) -> None:
    ann, bo = town.woman(), town.man(eye_colour="green", interests=("cats",), about="I sail.")
    fields: dict[str, Any] = {"visible_profile_fields": ["about"], "search_fields": ["tattoos"]}
    browser = on_a_site(wired, keys, verification=False, **fields).as_member(ann)

    seen = browser.get("/api/profile.php", id=bo).json["profile"]

    assert (seen["about"], seen["eye_colour"], seen["sexuality"], seen["interests"]) == ("I sail.", None, None, [])
    assert browser.get("/api/search.php", eye_colour="green").status_code == 422
    assert browser.get("/api/search.php", interests="cats").status_code == 422
    assert browser.get("/api/search.php", verified="1").status_code == 422
    assert browser.get("/api/search.php", order="verified").status_code == 422
    assert browser.get("/api/search.php", tattoos="none").status_code == 200


def test_a_site_offers_interests_of_its_own(wired: Wiring, keys: KeyPair, town: Town) -> None:
    ann = town.woman(interests=("wine", "cats"))
    browser = on_a_site(wired, keys, interests=["hiking", "cats"]).as_member(ann)

    def choose(*interests: str) -> Any:
        return browser.put("/api/profile.php", {"interests": list(interests)})

    assert browser.get("/api/interests.php").json == {"interests": ["hiking", "cats"]}
    # One chosen on another site of the pool stays until it is taken out.
    assert choose("wine", "hiking").json["profile"]["interests"] == ["hiking", "wine"]
    assert choose("hiking").json["profile"]["interests"] == ["hiking"]
    refused = choose("wine", "hiking")
    assert (refused.status_code, refused.json["error"]["errors"][0]["field"]) == (422, "interests")
    assert browser.get("/api/profile.php").json["profile"]["interests"] == ["hiking"]
