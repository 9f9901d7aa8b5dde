"""Search within a radius, of new members and of members here today; members with a photo come first."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from shared.kit.testing.web import Browser

from profiles.storage import ProfilesUnit
from profiles.tests.makers import AMSTERDAM, BERLIN, UTRECHT, ZEIST, Town, a_man, ago, midnight
from profiles.usecases.profile.forget_joined import forget_joined

PATH = "/api/search.php"
ENOUGH = 60


def names(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.json
    return [card["name"] for card in answer.json["profiles"]]


def everyone(browser: Browser, viewer: UUID, **filters: str) -> tuple[list[str], dict[str, Any]]:
    """The names of all pages, asked for as the web app does; and the first answer."""
    first = browser.as_member(viewer).get(PATH, **filters)
    assert first.json is not None
    found, answer = names(first), first.json
    if (radius := answer["radius_km"]) is not None:
        filters |= {"radius": str(radius)}
    elif filters.get("radius") == "auto":
        del filters["radius"]
    while answer["next_cursor"]:
        page = browser.as_member(viewer).get(PATH, **filters, cursor=answer["next_cursor"])
        found += names(page)
        answer = page.json
    return found, first.json


@pytest.fixture
def ann(town: Town) -> UUID:
    """A woman in Utrecht, with men of hers and of other towns."""
    ann = town.woman()
    for name, town_id in (("Utrecht", UTRECHT), ("Zeist", ZEIST), ("Amsterdam", AMSTERDAM), ("Berlin", BERLIN)):
        town.man(name=name, town_id=town_id)
    return ann


@pytest.mark.parametrize("order", ["active", "near", "fit"])
@pytest.mark.parametrize(
    ("radius", "within"),
    [
        ("10", {"Utrecht", "Zeist"}),
        ("25", {"Utrecht", "Zeist"}),
        ("50", {"Utrecht", "Zeist", "Amsterdam"}),
        ("250", {"Utrecht", "Zeist", "Amsterdam"}),
    ],
)
def test_a_radius_in_every_order(browser: Browser, ann: UUID, radius: str, within: set[str], order: str) -> None:
    found, first = everyone(browser, ann, radius=radius, order=order, limit="1")

    assert sorted(found) == sorted(within)
    assert first["count"] == {"value": len(within), "exact": True}
    assert first["radius_km"] == int(radius)


def test_the_default_radius_holds_enough_people(browser: Browser, town: Town, ann: UUID) -> None:
    found, first = everyone(browser, ann, radius="auto", country="NL")
    assert (first["radius_km"], len(found)) == (None, 3)

    town.add(*(a_man(name=f"A{number}", town_id=AMSTERDAM) for number in range(ENOUGH)))
    found, first = everyone(browser, ann, radius="auto")
    assert (first["radius_km"], len(set(found)), len(found)) == (50, ENOUGH + 3, ENOUGH + 3)

    town.add(*(a_man(name=f"U{number}", town_id=ZEIST) for number in range(ENOUGH)))
    found, first = everyone(browser, ann, radius="auto", limit="7")
    assert (first["radius_km"], len(set(found)), len(found)) == (10, ENOUGH + 2, ENOUGH + 2)


def test_a_member_without_a_town_searches_everywhere(browser: Browser, town: Town, ann: UUID) -> None:
    town.change(ann, town_id=None, region=None)

    for radius in ("10", "auto"):
        found, first = everyone(browser, ann, radius=radius, limit="1")
        assert (len(found), first["radius_km"]) == (4, None if radius == "auto" else 10)


def test_an_empty_radius_says_how_many_there_are_in_the_country(browser: Browser, town: Town) -> None:
    ann = town.woman(town_id=BERLIN)
    town.man(name="Far", town_id=UTRECHT)

    answer = browser.as_member(ann).get(PATH, radius="10").json

    assert answer["profiles"] == []
    assert answer["loosenings"] == [{"filter": "radius", "count": {"value": 1, "exact": True}}]
    assert [card["name"] for card in answer["similar_results"]] == ["Far"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"radius": "30"},
        {"radius": "-10"},
        {"radius": "10.5"},
        {"new": "yes"},
        {"online": "0"},
        {"min_height": "90"},
        {"min_height": "180", "max_height": "170"},
        {"languages": "xx"},
    ],
)
def test_other_values_are_refused(browser: Browser, ann: UUID, wrong: dict[str, str]) -> None:
    assert browser.as_member(ann).get(PATH, **wrong).status_code == 422


def test_a_cursor_opens_with_its_radius_alone(browser: Browser, ann: UUID) -> None:
    answer = browser.as_member(ann).get(PATH, radius="50", limit="1").json

    for other in ({"radius": "250"}, {"radius": "auto"}, {}, {"radius": "50", "online": "1"}):
        assert browser.as_member(ann).get(PATH, **other, limit="1", cursor=answer["next_cursor"]).status_code == 422


def test_new_members_by_one_press(browser: Browser, town: Town, wired: Any) -> None:
    ann = town.woman()
    for days in (0, 6, 7, 90):
        town.man(name=f"{days} days", joined_at=ago(days=days))

    assert set(names(browser.as_member(ann).get(PATH, new="1"))) == {"0 days", "6 days"}
    cards = browser.as_member(ann).get(PATH).json["profiles"]
    assert {card["name"] for card in cards if card["is_new"]} == {"0 days", "6 days"}


def test_who_is_no_longer_new_leaves_the_index(town: Town) -> None:
    bo = town.man(joined_at=ago())
    town.run("UPDATE search_rows SET joined_on = joined_on - 8 WHERE id = %(id)s", id=bo)

    forget_joined(ProfilesUnit(town.database))

    assert town.rows("SELECT joined_on FROM search_rows WHERE id = %(id)s", id=bo) == [(None,)]


def test_online_is_the_presence_of_today(browser: Browser, town: Town) -> None:
    ann = town.woman()
    today = midnight()
    town.man(name="Today", last_active_at=today)
    town.man(name="Yesterday", last_active_at=today - timedelta(seconds=1))

    answer = browser.as_member(ann).get(PATH, online="1")

    assert names(answer) == ["Today"]
    assert answer.json["count"] == {"value": 1, "exact": True}


@pytest.mark.parametrize("order", ["active", "near", "fit"])
@pytest.mark.parametrize("filters", [{}, {"online": "1"}], ids=["few", "scan"])
def test_no_member_without_a_photo_stands_before_one_with(
    browser: Browser, town: Town, order: str, filters: dict[str, str]
) -> None:
    ann = town.woman()
    for number in range(4):
        town.man(name=f"with {number}", last_active_at=midnight() + timedelta(seconds=9 - number))
        town.man(name=f"without {number}", photos=(), last_active_at=midnight() + timedelta(seconds=9))

    found, _ = everyone(browser, ann, order=order, limit="3", **filters)

    assert len(set(found)) == len(found) == 8
    assert [name.split()[0] for name in found] == ["with"] * 4 + ["without"] * 4
