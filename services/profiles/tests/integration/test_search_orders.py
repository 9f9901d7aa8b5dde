"""Results of search by the members' data, and their order."""

from datetime import date
from typing import Any

import pytest
from shared.kit.testing.web import Browser

from profiles.domain.search import Criteria
from profiles.domain.traits import Gender
from profiles.storage.search_shares import Shares, kind_of
from profiles.tests.makers import AMSTERDAM, BERLIN, GRONINGEN, UTRECHT, ZEIST, Town, ago


def found(answer: Any, part: str = "profiles") -> list[str]:
    assert answer.status_code == 200, answer.json
    return [card["name"] for card in answer.json[part]]


def test_any_value_of_each_field_will_do(browser: Browser, town: Town) -> None:
    ann = town.woman()
    town.man(name="Green and slim", eye_colour="green", body_type="slim")
    town.man(name="Blue and slim", eye_colour="blue", body_type="slim")
    town.man(name="Green and solid", eye_colour="green", body_type="solid")
    town.man(name="Says nothing")
    ask = browser.as_member(ann).get

    assert set(found(ask("/api/search.php", eye_colour="green,blue"))) == {
        "Green and slim",
        "Blue and slim",
        "Green and solid",
    }
    assert found(ask("/api/search.php", eye_colour="green", body_type="slim,curvy")) == ["Green and slim"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("relationship_status", "widowed"),
        ("hair_colour", "bald"),
        ("eye_colour", "grey"),
        ("body_type", "athletic"),
        ("tattoos", "several"),
    ],
)
def test_every_field_can_be_asked(browser: Browser, town: Town, field: str, value: str) -> None:
    ann = town.woman()
    town.man(name="Has it", **{field: value})
    town.man(name="Has not")

    assert found(browser.as_member(ann).get("/api/search.php", **{field: value})) == ["Has it"]


def test_orientation_interests_and_photo_can_be_asked(browser: Browser, town: Town) -> None:
    ann = town.woman()
    both = town.man(name="Both", seeks=("male", "female"), interests=("cats",))
    town.man(name="One", interests=("wine", "hiking"), photos=())
    ask = browser.as_member(ann).get

    town.change(both, sexuality_shown=False)
    assert found(ask("/api/search.php", sexuality="bi")) == []
    town.change(both, sexuality_shown=True)
    assert found(ask("/api/search.php", sexuality="bi")) == ["Both"]
    assert set(found(ask("/api/search.php", interests="cats,wine"))) == {"Both", "One"}
    assert found(ask("/api/search.php", interests="hiking")) == ["One"]
    assert found(ask("/api/search.php", photo="1")) == ["Both"]


def test_verified_members_are_found_apart_and_first(browser: Browser, town: Town) -> None:
    ann = town.woman()
    bo = town.man(name="Bo", last_active_at=ago(days=3))
    town.man(name="Cy"), town.man(name="Di", photos=())
    ask = browser.as_member(ann).get

    nobody = ask("/api/search.php", verified="1")
    assert nobody.json["loosenings"] == [{"filter": "verified", "count": {"value": 3, "exact": True}}]
    town.verify(bo)
    assert found(ask("/api/search.php", verified="1")) == ["Bo"]
    assert found(ask("/api/search.php", verified="1", order="verified")) == ["Bo"]
    assert found(ask("/api/search.php")) == ["Cy", "Bo", "Di"]
    assert found(ask("/api/search.php", order="verified")) == ["Bo", "Cy", "Di"]


def test_a_change_is_found_at_once(browser: Browser, town: Town) -> None:
    ann, bo = town.woman(), town.man(name="Bo", eye_colour="green")
    browser.as_member(bo).put("/api/profile.php", {"eye_colour": "blue", "interests": ["cats"]})
    ask = browser.as_member(ann).get

    assert found(ask("/api/search.php", eye_colour="green")) == []
    assert found(ask("/api/search.php", eye_colour="blue", interests="cats")) == ["Bo"]


def test_nobody_finds_whom_they_are_too_old_or_young_for(browser: Browser, town: Town) -> None:
    ann = town.woman(birth_date=date(ago().year - 40, 1, 1))
    bo, _ = town.man(name="Up to 39"), town.man(name="Any age")
    browser.as_member(bo).put("/api/profile.php", {"wants_from": 25, "wants_to": 39})
    assert found(browser.as_member(ann).get("/api/search.php")) == ["Any age"]

    browser.as_member(bo).put("/api/profile.php", {"wants_to": 40})

    assert set(found(browser.as_member(ann).get("/api/search.php"))) == {"Up to 39", "Any age"}


def test_ages_one_looks_for_must_be_in_order(browser: Browser, town: Town) -> None:
    browser.as_member(town.woman()).put("/api/profile.php", {"wants_to": 30})

    answer = browser.put("/api/profile.php", {"wants_from": 31})

    assert answer.status_code == 422
    assert browser.get("/api/profile.php").json["profile"]["wants_from"] == 18


def test_nearest_first_goes_by_bands_between_towns(browser: Browser, town: Town) -> None:
    ann = town.woman(town_id=UTRECHT)
    for name, where, days in (
        ("Berlin", BERLIN, 0),
        ("Amsterdam", AMSTERDAM, 1),
        ("Zeist", ZEIST, 2),
        ("Utrecht", UTRECHT, 3),
    ):
        town.man(name=name, town_id=where, last_active_at=ago(days=days))
    nowhere = town.man(name="Nowhere", last_active_at=ago(days=9))
    town.change(nowhere, town_id=None)

    answer = browser.as_member(ann).get("/api/search.php", order="near")

    assert found(answer) == ["Utrecht", "Zeist", "Amsterdam", "Berlin", "Nowhere"]
    assert [card["distance_km"] for card in answer.json["profiles"]] == [0, 10, 50, None, None]


def test_without_a_town_the_nearest_are_the_newest(browser: Browser, town: Town) -> None:
    ann = town.woman()
    town.change(ann, town_id=None)
    town.man(name="Older", last_active_at=ago(days=1)), town.man(name="Newer")

    assert found(browser.as_member(ann).get("/api/search.php", order="near")) == ["Newer", "Older"]


def test_best_fit_says_why(browser: Browser, town: Town) -> None:
    ann = town.woman(interests=("cats", "wine", "yoga"))
    town.man(name="Far", town_id=BERLIN, birth_date=date(1960, 1, 1))
    town.man(name="Shares", interests=("wine", "cats", "cars"), last_active_at=ago(days=3))

    answer = browser.as_member(ann).get("/api/search.php", order="fit")

    assert found(answer) == ["Shares", "Far"]
    best, other = answer.json["profiles"]
    assert (best["shared_interests"], best["distance_km"], best["close_in_age"]) == (["wine", "cats"], 0, True)
    assert (other["shared_interests"], other["distance_km"], other["close_in_age"]) == ([], None, False)


def test_few_results_come_with_similar_ones_apart(browser: Browser, town: Town) -> None:
    ann = town.woman()
    town.man(name="Exact", eye_colour="green")
    town.man(name="Other eyes", eye_colour="brown")

    answer = browser.as_member(ann).get("/api/search.php", eye_colour="green")

    assert (found(answer), found(answer, "similar_results")) == (["Exact"], ["Other eyes"])
    assert answer.json["similar_count"] == {"value": 1, "exact": True}
    assert answer.json["loosenings"] == []


def test_nobody_found_names_the_filter_worth_loosening(browser: Browser, town: Town) -> None:
    ann = town.woman()
    town.man(eye_colour="green", tattoos="none"), town.man(eye_colour="green", tattoos="none")
    town.man(eye_colour="brown", tattoos="one")

    answer = browser.as_member(ann).get("/api/search.php", eye_colour="green", tattoos="one", country="NL")

    assert found(answer) == []
    assert answer.json["loosenings"] == [
        {"filter": "tattoos", "count": {"value": 2, "exact": True}},
        {"filter": "eye_colour", "count": {"value": 1, "exact": True}},
    ]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"eye_colour": "octarine"}, "eye_colour.0"),
        ({"eye_colour": "green,,blue"}, "eye_colour.0"),
        ({"interests": "cats,arson"}, "interests.0"),
        ({"photo": "yes"}, "photo"),
        ({"verified": "0"}, "verified"),
        ({"order": "random"}, "order"),
        ({"tattoos": "none'; --"}, "tattoos.0"),
    ],
)
def test_bad_filters_name_their_field(browser: Browser, town: Town, query: dict[str, Any], field: str) -> None:
    answer = browser.as_member(town.woman()).get("/api/search.php", **query)

    assert (answer.status_code, [error["field"] for error in answer.json["error"]["errors"]]) == (422, [field])


def test_the_same_are_found_by_lists_as_by_walking(
    browser: Browser, town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = town.woman(seeks=("male", "female"))
    for number in range(12):
        (town.man if number % 2 else town.woman)(
            name=str(number),
            seeks=("female",),
            eye_colour=("green", "blue", "brown")[number % 3],
            interests=("cats",) if number % 4 else ("wine",),
        )

    def ask() -> Any:
        return browser.as_member(ann).get("/api/search.php", eye_colour="green,blue", interests="wine")

    walked = ask().json

    monkeypatch.setattr(Shares, "is_rare", lambda *_: True)

    assert [card["id"] for card in ask().json["profiles"]] == [card["id"] for card in walked["profiles"]] != []
    assert ask().json["count"] == walked["count"]


def test_lists_are_merged_for_what_is_rare_among_very_many() -> None:
    kind = kind_of(1, Gender.MALE, Gender.FEMALE)
    shares = Shares(1e6, {kind + 255: 0.5, kind + 0: 0.001, kind + 1: 0.3}, {"NL": 0.1, "nl-utrecht": 0.005})

    def rare(**criteria: Any) -> bool:
        return shares.is_rare(Criteria((Gender.MALE,), Gender.FEMALE, **criteria))

    assert rare(traits=(0b1,))
    assert not rare(traits=(0b10,))
    assert not rare(traits=(0b1,), region="nl-utrecht")
    assert not rare()


def test_related_are_alike_and_fit(browser: Browser, town: Town) -> None:
    ann = town.woman()
    bo = town.man(name="Bo", interests=("cats", "wine"))
    town.man(name="Alike", interests=("cats", "wine"), last_active_at=ago(days=3))
    town.man(name="Unlike")
    town.man(name="Seeks men", seeks=("male",), interests=("cats", "wine"))

    assert found(browser.as_member(ann).get("/api/similar.php", id=bo)) == ["Alike", "Unlike"]
    town.man(name="Far and alike", interests=("cats", "wine"), town_id=GRONINGEN)
    assert found(browser.as_member(ann).get("/api/similar.php", id=bo)) == ["Alike", "Unlike", "Far and alike"]
    town.block(bo, ann)
    assert browser.get("/api/similar.php", id=bo).status_code == 403
    assert browser.get("/api/similar.php", id="x").status_code == 422
