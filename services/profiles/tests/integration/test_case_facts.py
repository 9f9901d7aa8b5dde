"""What a case shows of its person and of its reporters, so that it can be decided by what is seen."""

from uuid import UUID

import pytest
from shared.kit.testing.web import Browser

from profiles.tests.confirmations import waiting
from profiles.tests.desk import OpenDesk, complaint, decide, open_member, opened, take, ten_seconds_later
from profiles.tests.makers import Town
from profiles.wiring import Wiring


@pytest.fixture
def mo(at_desk: OpenDesk, town: Town) -> Browser:
    return at_desk(town.woman(name="Mo"))


@pytest.mark.parametrize("is_fictional", [True, False])
def test_a_fictional_profile_is_marked_in_its_case_and_on_its_page(mo: Browser, town: Town, is_fictional: bool) -> None:
    lina = town.woman(name="Lina", fictional=is_fictional)
    case = complaint(town, lina, "fake")

    assert opened(mo, case)["person"]["fictional"] is is_fictional
    open_member(mo, lina, {"case_id": str(case)})
    assert mo.get("/api/staff-member.php", id=str(lina)).json["member"]["fictional"] is is_fictional


def test_an_answer_comes_with_its_prompt(at_desk: OpenDesk, browser: Browser, town: Town, bo: UUID) -> None:
    answered = {"prompts": [{"prompt": "sunday", "text": "In bed, alone."}]}
    assert browser.as_member(bo).put("/api/profile.php", answered).status_code == 200

    about = opened(at_desk(town.woman()), complaint(town, bo))["person"]["about"]

    question, answer = about.split("\n\n")[-1].split(" – ")
    assert (answer, question != "") == ("In bed, alone.", True)


def test_a_report_shows_what_became_of_the_earlier_ones_of_its_reporter(mo: Browser, town: Town, bo: UUID) -> None:
    ann, cy = town.woman(name="Ann"), town.man(name="Cy")
    for outcome, days in (("acted", 3), ("dismissed", 9), ("dismissed", 300), ("acted", 400)):
        old = complaint(town, cy, reporter=ann)
        values = {"id": old, "outcome": outcome, "days": days}
        town.run(
            "UPDATE complaints SET outcome = %(outcome)s, decided_at = now() - make_interval(days => %(days)s)"
            " WHERE id = %(id)s",
            **values,
        )
    appeal = complaint(town, ann, kind="appeal", reporter=ann)
    town.run("UPDATE complaints SET outcome = 'acted', decided_at = now() WHERE id = %(id)s", id=appeal)
    case = complaint(town, bo, reporter=ann)
    complaint(town, bo)

    by_member, by_visitor = opened(mo, case)["reports"]

    assert (by_member["reporter_decided"], by_member["reporter_upheld"]) == (3, 1)
    assert (by_visitor["reporter_decided"], by_visitor["reporter_upheld"]) == (0, 0)


def test_the_second_person_finds_the_reports_that_led_to_a_suspension(
    mo: Browser, at_desk: OpenDesk, town: Town, bo: UUID, wired: Wiring
) -> None:
    reports = [complaint(town, bo), complaint(town, bo, "violence")]
    complaint(town, town.man())
    take(mo, reports[0])
    assert decide(mo, reports[0], "suspend", reason="fraud", ground="terms", template="money") == (201, "")
    ten_seconds_later(town, wired)
    mia = at_desk(town.woman(name="Mia"))

    [shown] = waiting(mia)

    assert shown["reports"] == [str(each) for each in reports]
    open_member(mia, bo, {"case_id": shown["decision_id"]})
    complaints = mia.get("/api/staff-member.php", id=str(bo)).json["member"]["complaints"]
    assert {each["id"] for each in complaints} >= set(shown["reports"])
