"""Answers to prompts: what a member may say, and who reads it when."""

from datetime import date
from typing import Any
from uuid import UUID

import pytest
from pairwise.profiles.v1.profiles_pb2 import FindCandidatesRequest, FindCandidatesResponse
from shared.kit.grpc import Client
from shared.kit.testing.web import Browser
from shared.sites.prompts import Season, default_prompts

from profiles.tests.makers import Town

PATH = "/api/profile.php"
SUNDAY = {"prompt": "sunday", "text": "Bread, coffee, and a long walk."}
DISH = {"prompt": "dish", "text": "Pea soup"}


def write(browser: Browser, member: UUID, *answers: dict[str, str]) -> Any:
    return browser.as_member(member).put(PATH, {"prompts": list(answers)})


def own(browser: Browser, member: UUID) -> list[dict[str, Any]]:
    return list(browser.as_member(member).get(PATH).json["profile"]["prompts"])


def seen(browser: Browser, town: Town, member: UUID) -> list[tuple[str, str]]:
    profile = browser.as_member(town.man()).get(PATH, id=str(member)).json["profile"]
    return [(answer["question"], answer["text"]) for answer in profile["prompts"]]


def test_others_read_the_answers_in_their_order_and_in_their_language(browser: Browser, town: Town, ann: UUID) -> None:
    assert write(browser, ann, DISH, SUNDAY).status_code == 200

    assert seen(browser, town, ann) == [
        ("The dish I cook best", "Pea soup"),
        ("My perfect Sunday", "Bread, coffee, and a long walk."),
    ]


def test_an_answer_has_an_id_of_its_words(browser: Browser, ann: UUID) -> None:
    write(browser, ann, SUNDAY, DISH)
    sunday, dish = own(browser, ann)

    write(browser, ann, DISH | {"text": "Pea soup, twice"}, SUNDAY)

    changed, kept = own(browser, ann)
    assert kept == sunday
    assert changed["id"] != dish["id"]


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ([SUNDAY, SUNDAY], "field_invalid"),
        ([SUNDAY | {"prompt": "unknown"}], "field_invalid"),
        ([SUNDAY | {"text": " \n"}], "field_invalid"),
        ([SUNDAY | {"text": "x" * 301}], "about_too_long"),
        ([{"prompt": name, "text": "x"} for name in ("sunday", "dish", "place", "song")], "field_invalid"),
        ([SUNDAY | {"id": "1"}], "field_unknown"),
        ([{"prompt": "sunday"}], "field_required"),
    ],
)
def test_bad_answers_change_nothing(browser: Browser, ann: UUID, answers: list[dict[str, str]], code: str) -> None:
    write(browser, ann, DISH)

    refused = write(browser, ann, *answers)

    assert refused.status_code == 422, refused.json
    assert code in str(refused.json)
    assert [answer["text"] for answer in own(browser, ann)] == ["Pea soup"]


def test_an_answer_with_contact_details_is_held_like_any_text(browser: Browser, town: Town, ann: UUID) -> None:
    answer = write(browser, ann, SUNDAY | {"text": "Call me: 06 1234 56789"})

    assert (answer.json["contact_details"], answer.json["profile"]["about_held"]) == (["phone"], True)
    assert seen(browser, town, ann) == []
    desk = browser.as_member(town.woman(name="Mo"), staff=True).get("/api/staff-complaints.php").json["complaints"]
    assert [case["profile_text"] for case in desk if case["kind"] == "text"] == [
        "My perfect Sunday – Call me: 06 1234 56789"
    ]

    write(browser, ann)

    assert browser.as_member(ann).get(PATH).json["profile"]["about_held"] is False


def test_candidates_come_with_answers_that_others_may_read(
    browser: Browser, town: Town, ann: UUID, profiles: Client
) -> None:
    bo = town.man()

    def answers() -> list[tuple[str, str]]:
        found = profiles.ask(
            "FindCandidates", FindCandidatesRequest(viewer_id=str(bo), limit=1), FindCandidatesResponse
        )
        return [(answer.prompt, answer.text) for answer in found.cards[0].answers]

    write(browser, ann, SUNDAY, DISH)
    assert answers() == [("sunday", SUNDAY["text"]), ("dish", "Pea soup")]

    write(browser, ann, DISH | {"text": "Call me: 06 1234 56789"})
    assert answers() == []


def test_an_answer_to_a_prompt_that_is_not_offered_now_is_kept_for_its_member_alone(
    browser: Browser, town: Town, ann: UUID
) -> None:
    """As of another site of the pool, and out of its season."""
    town.run(
        "UPDATE profiles SET prompt_answers = %(answers)s WHERE member_id = %(id)s",
        answers='[{"id": "6e6f7e1c-3f0e-4b1f-8f53-1d1f3c1f7a10", "prompt": "elsewhere", "text": "Yes"}]',
        id=ann,
    )
    assert seen(browser, town, ann) == []
    assert [(answer["question"], answer["text"]) for answer in own(browser, ann)] == [(None, "Yes")]

    assert write(browser, ann, {"prompt": "elsewhere", "text": "Yes"}, DISH).status_code == 200
    assert seen(browser, town, ann) == [("The dish I cook best", "Pea soup")]


def test_the_prompts_on_offer_are_those_of_the_season(browser: Browser, ann: UUID) -> None:
    answer = browser.as_member(ann).get("/api/prompts.php").json

    offered = {prompt["id"] for prompt in answer["prompts"]}
    assert {"sunday", "dish"} <= offered < {prompt.id for prompt in default_prompts()}
    assert (answer["most"], answer["longest"]) == (3, 300)


@pytest.mark.parametrize(
    ("day", "is_in"),
    [("2026-11-30", False), ("2026-12-01", True), ("2026-12-31", True), ("2027-01-06", True), ("2027-01-07", False)],
)
def test_a_season_may_go_over_new_year(day: str, is_in: bool) -> None:
    assert Season(first_day="12-01", last_day="01-06").has(date.fromisoformat(day)) is is_in
