"""Contact details in a profile's text: the member is warned at once, the desk decides, others see it later."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import pytest
from shared.kit.testing.web import Browser

from profiles.tests.makers import Town
from profiles.usecases.profile.change_profile import change_profile
from profiles.usecases.profile.check_text import TextRules
from profiles.wiring import Wiring

PATH = "/api/profile.php"
TEXT = "I sail. Call me: 06 1234 56789"


@pytest.fixture
def ann(town: Town) -> UUID:
    return town.woman(about="I sail.")


def write(browser: Browser, member: UUID, about: str | None) -> Any:
    answer = browser.as_member(member).put(PATH, {"about": about})
    assert answer.status_code == 200, answer.json
    return answer.json


def seen(browser: Browser, town: Town, member: UUID) -> str | None:
    about: str | None = browser.as_member(town.man()).get(PATH, id=str(member)).json["profile"]["about"]
    return about


def cases(browser: Browser, town: Town) -> list[Any]:
    answer = browser.as_member(town.woman(name="Mo"), staff=True).get("/api/staff-complaints.php")
    return [one for one in answer.json["complaints"] if one["kind"] == "text"]


def decide(browser: Browser, town: Town, case: str, measure: str) -> Any:
    body = {
        "complaint_id": case,
        "measure": measure,
        "reason": "other",
        "ground": "terms",
        "facts": "No numbers.",
    }
    return browser.as_member(town.woman(name="Mo"), staff=True).post(
        "/api/staff-complaints.php", {"id": str(uuid4()), **body}
    )


def test_the_member_is_notified_at_once_and_others_do_not_see_the_text(browser: Browser, town: Town, ann: UUID) -> None:
    answer = write(browser, ann, TEXT)

    assert answer["contact_details"] == ["phone"]
    assert (answer["profile"]["about"], answer["profile"]["about_held"]) == (TEXT, True)
    assert seen(browser, town, ann) is None
    (case,) = cases(browser, town)
    assert (case["about_id"], case["profile_text"], case["reporter_id"]) == (str(ann), TEXT, None)
    (decision,) = browser.as_member(ann).get("/api/decision.php").json["decisions"]
    assert (decision["measure"], decision["automated"], decision["can_appeal"]) == ("hold_text", True, True)


def test_an_ordinary_text_is_shown(browser: Browser, town: Town, ann: UUID) -> None:
    answer = write(browser, ann, "I am 180 cm, born in 1990, and sail at 7.")

    assert (answer["contact_details"], answer["profile"]["about_held"]) == ([], False)
    assert seen(browser, town, ann) == "I am 180 cm, born in 1990, and sail at 7."
    assert cases(browser, town) == []


def test_a_text_that_was_there_before_is_looked_at_when_it_changes(browser: Browser, town: Town) -> None:
    bea = town.woman(about=TEXT)

    assert write(browser, bea, TEXT)["contact_details"] == []
    assert seen(browser, town, bea) == TEXT


@pytest.mark.parametrize("text", ["I sail and ski.", None])
def test_a_text_without_them_is_shown_and_ends_the_case(
    browser: Browser, town: Town, ann: UUID, text: str | None
) -> None:
    write(browser, ann, TEXT)

    assert write(browser, ann, text)["profile"]["about_held"] is False
    assert seen(browser, town, ann) == text
    assert cases(browser, town) == []


def test_the_desk_lets_a_text_through(browser: Browser, town: Town, ann: UUID) -> None:
    write(browser, ann, TEXT)
    (case,) = cases(browser, town)

    assert decide(browser, town, case["id"], "dismiss").status_code == 201
    assert seen(browser, town, ann) == TEXT


def test_a_text_that_the_desk_warns_of_stays_held(browser: Browser, town: Town, ann: UUID) -> None:
    write(browser, ann, TEXT)
    (case,) = cases(browser, town)

    assert decide(browser, town, case["id"], "warn").status_code == 201
    assert seen(browser, town, ann) is None
    assert browser.as_member(ann).get(PATH).json["profile"]["about_held"] is True


def test_nobody_decides_about_another_text_than_they_read(browser: Browser, town: Town, ann: UUID) -> None:
    write(browser, ann, TEXT)
    (read,) = cases(browser, town)
    write(browser, ann, "Insta: ann_98")

    refused = decide(browser, town, read["id"], "dismiss")

    assert (refused.status_code, refused.json["error"]["code"]) == (409, "already_decided")
    assert seen(browser, town, ann) is None
    assert [case["profile_text"] for case in cases(browser, town)] == ["Insta: ann_98"]


def test_a_granted_appeal_shows_the_text(browser: Browser, town: Town, ann: UUID) -> None:
    write(browser, ann, TEXT)
    (decision,) = browser.as_member(ann).get("/api/decision.php").json["decisions"]
    appeal = {"id": str(uuid4()), "decision_id": decision["id"], "text": "It is my shop's."}
    assert browser.as_member(ann).post("/api/appeal.php", appeal).status_code == 201

    assert decide(browser, town, town.newest("complaints"), "lift").status_code == 201
    assert seen(browser, town, ann) == TEXT


def test_a_site_may_show_the_text_meanwhile(
    browser: Browser, town: Town, ann: UUID, wired: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = wired.sites.get("pairwise")
    monkeypatch.setitem(site.__dict__, "contact_details", "show")

    answer = write(browser, ann, TEXT)

    assert (answer["contact_details"], answer["profile"]["about_held"]) == (["phone"], False)
    assert seen(browser, town, ann) == TEXT
    (case,) = cases(browser, town)
    decide(browser, town, case["id"], "warn")
    assert seen(browser, town, ann) is None


def test_changes_at_once_leave_one_case_about_the_last_text(
    browser: Browser, town: Town, ann: UUID, wired: Wiring
) -> None:
    def change(number: int) -> None:
        changes = {"about": f"Call me: 06 1234 567{number}"}
        change_profile(wired.unit_of_work(), wired.pause, ann, changes, TextRules("pairwise", holds=True))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(change, range(10, 14)))

    (case,) = cases(browser, town)
    assert case["profile_text"] == browser.as_member(ann).get(PATH).json["profile"]["about"]
