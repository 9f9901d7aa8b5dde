"""What members accept of each other's answers holds both ways, everywhere members are found."""

from typing import Any
from uuid import UUID

import pytest
from pairwise.profiles.v1.profiles_pb2 import FindCandidatesRequest, FindCandidatesResponse
from shared.kit.grpc import Client
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser

from profiles.tests.makers import Town

PATH = "/api/profile.php"


def found(browser: Browser, viewer: UUID, **filters: str) -> set[str]:
    answer = browser.as_member(viewer).get("/api/search.php", **filters)
    assert answer.status_code == 200, answer.json
    return {card["name"] for card in answer.json["profiles"]}


@pytest.fixture
def ann(town: Town) -> UUID:
    """A woman, and a man for each answer about what they look for."""
    town.man(name="Relationship", looking_for=["relationship"])
    town.man(name="Both", looking_for=["relationship", "chat"])
    town.man(name="Chat", looking_for=["chat"])
    town.man(name="Silent")
    return town.woman(looking_for=["dating"], has_children="yes")


def test_a_member_finds_the_answers_they_accept_and_silence(browser: Browser, ann: UUID) -> None:
    assert found(browser, ann) == {"Relationship", "Both", "Chat", "Silent"}

    put = browser.as_member(ann).put(PATH, {"accepts_looking_for": ["relationship"]})

    assert put.json["profile"]["accepts_looking_for"] == ["relationship"]
    assert found(browser, ann) == {"Relationship", "Both", "Silent"}
    # A filter asks for an answer.
    assert found(browser, ann, looking_for="relationship,chat") == {"Relationship", "Both"}


@pytest.mark.parametrize(
    ("accepts", "is_found"),
    [
        ({}, True),
        ({"accepts_looking_for": ["dating", "chat"]}, True),
        ({"accepts_looking_for": ["chat"]}, False),
        ({"accepts_has_children": ["yes"], "accepts_wants_children": ["no"]}, True),
        ({"accepts_has_children": ["no", "grown_up"]}, False),
        ({"accepts_looking_for": ["dating"], "accepts_has_children": ["no"]}, False),
    ],
)
def test_a_member_is_found_by_the_answers_they_accept(
    browser: Browser, town: Town, accepts: dict[str, Any], is_found: bool
) -> None:
    ann = town.woman(looking_for=["dating"], has_children="yes")
    bo = town.man(name="Bo")
    assert browser.as_member(bo).put(PATH, accepts).status_code == 200

    assert found(browser, ann) == ({"Bo"} if is_found else set())
    assert bool(browser.as_member(ann).get("/api/search.php").json["count"]["value"]) == is_found
    # Silence of the other side about conditions changes nothing: one who is refused does not find either way.
    assert found(browser, bo) == ({"Ann"} if is_found else set())


def test_the_swipe_game_keeps_to_what_both_accept(browser: Browser, profiles: Client, town: Town, ann: UUID) -> None:
    browser.as_member(ann).put(PATH, {"accepts_looking_for": ["chat"]})

    found = profiles.ask("FindCandidates", FindCandidatesRequest(viewer_id=str(ann), limit=10), FindCandidatesResponse)

    assert {card.name for card in found.cards} == {"Both", "Chat", "Silent"}


def test_others_do_not_see_what_a_member_accepts(browser: Browser, town: Town) -> None:
    ann, bo = town.woman(), town.man()
    browser.as_member(bo).put(PATH, {"accepts_has_children": ["no"]})

    profile = browser.as_member(ann).get(PATH, id=str(bo)).json["profile"]

    assert not [name for name in profile if name.startswith("accepts")]


@pytest.mark.parametrize(
    "wrong",
    [
        {"accepts_looking_for": ["money"]},
        {"accepts_has_children": "no"},
        {"accepts_smoking": ["no"]},
        {"looking_for": ["chat"] * 5},
        {"height_cm": 90},
        {"height_cm": 300},
        {"height_cm": "tall"},
        {"languages": ["klingon"]},
        {"education": "street"},
    ],
)
def test_other_answers_are_refused_and_change_nothing(browser: Browser, town: Town, wrong: dict[str, Any]) -> None:
    bo = town.man(looking_for=["chat"])

    assert browser.as_member(bo).put(PATH, wrong).status_code == 422
    assert browser.as_member(bo).get(PATH).json["profile"]["looking_for"] == ["chat"]


def test_two_changes_at_once_leave_search_as_the_profile_is(browser: Browser, town: Town) -> None:
    ann, bo = town.woman(looking_for=["dating"]), town.man(name="Bo")
    changes = ({"accepts_looking_for": ["chat"]}, {"accepts_looking_for": ["dating"]}, {"height_cm": 180})

    at_once(*(lambda change=change: browser.as_member(bo).put(PATH, change) for change in changes))

    accepted = browser.as_member(bo).get(PATH).json["profile"]["accepts_looking_for"]
    assert found(browser, ann) == ({"Bo"} if accepted == ["dating"] else set())
    assert found(browser, ann, min_height="175") == found(browser, ann)
