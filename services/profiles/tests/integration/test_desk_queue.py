"""The desk's queue: its order and filters, and one person at a time for each case."""

from functools import partial
from uuid import UUID, uuid4

import pytest
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser

from profiles.tests.desk import (
    STATED,
    OpenDesk,
    complaint,
    decide,
    opened,
    queue,
    take,
    waiting_photo,
)
from profiles.tests.makers import Town

LEASES_END = "UPDATE desk_leases SET expires_at = now() - interval '1 second'"


@pytest.fixture
def mo(at_desk: OpenDesk, town: Town) -> Browser:
    return at_desk(town.woman(name="Mo"))


@pytest.fixture
def mia(at_desk: OpenDesk, town: Town) -> Browser:
    return at_desk(town.woman(name="Mia"))


def test_the_most_severe_come_first_and_then_the_oldest(mo: Browser, town: Town, bo: UUID) -> None:
    reasons = ("other", "nudity", "fraud", "violence", "minor", "harassment")
    cases = {reason: complaint(town, town.man(photos=()), reason) for reason in reasons}
    recognised = complaint(town, bo, "other", kind="picture")
    _, photo = waiting_photo(town)

    order = [cases["minor"], recognised, cases["violence"], cases["harassment"], cases["fraud"], cases["nudity"]]
    listed = mo.get("/api/staff-queue.php").json

    assert [each["id"] for each in listed["cases"][:6]] == [str(each) for each in order]
    assert {each["id"] for each in listed["cases"][6:]} == {str(cases["other"]), str(photo)}
    assert [each["severity"] for each in listed["cases"]] == [
        *("under_age", "illegal", "threat", "threat", "fraud", "abuse", "other", "other")
    ]
    assert listed["kinds"] == [
        {"kind": "photo", "waiting": 1},
        {"kind": "picture", "waiting": 1},
        {"kind": "profile", "waiting": 6},
    ]


def test_a_case_is_due_by_its_severity_from_its_first_report(mo: Browser, town: Town, bo: UUID) -> None:
    complaint(town, bo, "other")
    town.run("UPDATE complaints SET made_at = '2026-06-01T12:00:00Z'")
    complaint(town, bo, "violence")

    [listed] = mo.get("/api/staff-queue.php").json["cases"]

    assert (listed["severity"], listed["due_at"]) == ("threat", "2026-06-01T16:00:00Z")


def test_the_list_discloses_nothing_about_a_person(mo: Browser, town: Town, bo: UUID) -> None:
    complaint(town, bo)
    waiting_photo(town)

    for each in mo.get("/api/staff-queue.php").json["cases"]:
        assert set(each) == {
            "id",
            "kind",
            "severity",
            "reason",
            "language",
            "site",
            "since",
            "mine",
            "reports",
            "due_at",
            "assignee",
            "labels",
            "asks",
        }
    assert town.rows("SELECT count(*) FROM staff_actions") == [(0,)]


def test_the_list_is_filtered_by_kind_language_and_site(mo: Browser, town: Town, bo: UUID) -> None:
    english = complaint(town, bo)
    german = complaint(town, town.man(photos=()), locale="de")
    chat = complaint(town, town.man(photos=()), kind="chat", locale="de")
    _, photo = waiting_photo(town, language="pl")

    assert queue(mo, kind="photo") == [str(photo)]
    assert queue(mo, kind="chat") == [str(chat)]
    assert queue(mo, language="de") == [str(german), str(chat)]
    assert queue(mo, language="pl") == [str(photo)]
    assert queue(mo, site="pairwise") == [str(english), str(german), str(chat)]
    assert queue(mo, site="northwind") == []


@pytest.mark.parametrize("query", [{"kind": "K"}, {"language": "a b"}, {"site": "x" * 41}, {"page": "1"}])
def test_bad_filters_are_refused(mo: Browser, query: dict[str, str]) -> None:
    assert mo.get("/api/staff-queue.php", **query).status_code == 422


def test_a_case_opened_by_one_is_not_shown_to_another(mo: Browser, mia: Browser, town: Town, bo: UUID) -> None:
    case = complaint(town, bo)

    assert take(mo, case) == (201, "")

    assert queue(mia) == []
    assert [each["mine"] for each in mo.get("/api/staff-queue.php").json["cases"]] == [True]
    assert take(mia, case) == (409, "case_taken")
    assert decide(mia, case, "warn", **STATED) == (409, "case_not_yours")
    assert take(mo, case) == (201, "")  # renews


def test_a_lease_that_ends_returns_the_case(mo: Browser, mia: Browser, town: Town, bo: UUID) -> None:
    case = complaint(town, bo)
    take(mo, case)

    town.run(LEASES_END)

    assert queue(mia) == [str(case)]
    assert decide(mo, case, "warn", **STATED) == (409, "case_not_yours")
    assert take(mia, case) == (201, "")
    assert take(mo, case) == (409, "case_taken")


def test_a_case_is_returned_to_the_queue(mo: Browser, mia: Browser, town: Town, bo: UUID) -> None:
    case = complaint(town, bo)
    take(mo, case)

    assert mia.delete("/api/staff-case.php", {"case_id": str(case)}).status_code == 200
    assert queue(mia) == []
    assert mo.delete("/api/staff-case.php", {"case_id": str(case)}).status_code == 200
    assert queue(mia) == [str(case)]


def test_of_two_desks_at_once_one_gets_the_case(at_desk: OpenDesk, town: Town, bo: UUID) -> None:
    desks = [at_desk(town.woman()) for _ in range(4)]
    for _ in range(5):
        case = complaint(town, bo)

        answers = at_once(*[partial(take, desk, case) for desk in desks])

        assert sorted(answers) == [(201, "")] + [(409, "case_taken")] * 3


def test_a_lease_that_ended_is_taken_over_by_one(at_desk: OpenDesk, mo: Browser, town: Town, bo: UUID) -> None:
    case = complaint(town, bo)
    take(mo, case)
    town.run(LEASES_END)
    desks = [at_desk(town.woman()) for _ in range(3)]

    answers = at_once(*[partial(take, desk, case) for desk in desks])

    assert sorted(answers) == [(201, "")] + [(409, "case_taken")] * 2


def test_what_one_has_open_is_not_decided_by_another_elsewhere(mo: Browser, mia: Browser, town: Town, bo: UUID) -> None:
    case, (_, photo) = complaint(town, bo), waiting_photo(town)
    take(mo, case)
    take(mo, photo)
    stated = {"reason": "fraud", "ground": "terms", "facts": "Asked for money."}

    by_complaint = {"id": str(uuid4()), "complaint_id": str(case), "measure": "warn", **stated}
    by_photo = {"id": str(uuid4()), "photo_id": str(photo), "seen": "pending", "reason": None}

    for path, body in (("complaints", by_complaint), ("photos", by_photo)):
        answer = mia.post(f"/api/staff-{path}.php", body)
        assert (answer.status_code, answer.json["error"]["code"]) == (409, "case_taken")
        assert mo.post(f"/api/staff-{path}.php", body).status_code == 201


def test_an_open_case_has_its_evidence_and_context_and_leaves_a_trace(mo: Browser, town: Town, bo: UUID) -> None:
    case = complaint(town, bo, text="He wants money")

    found = opened(mo, case)

    assert (found["complaint"]["text"], found["photo"], found["member_id"]) == ("He wants money", None, str(bo))
    assert (found["context"]["reports_about"], found["context"]["warnings"]) == (1, 0)
    opened(mo, case)
    assert town.rows("SELECT action, member_id, case_id FROM staff_actions ORDER BY id") == [
        ("staff.view_complaint", bo, case),
        ("staff.view_member", bo, case),
    ]


def test_an_open_case_shows_its_person(mo: Browser, town: Town) -> None:
    """Profile, every photo, earlier decisions, and the complaints that are not in the case."""
    member = town.man(name="Ben", about="Sailing and cooking")
    earlier = complaint(town, member, "fake")
    town.run("UPDATE complaints SET decided_at = now(), outcome = 'dismissed'")
    stated = {"reason": "fraud", "ground": "terms", "facts": "Asked for money."}
    body = {"id": str(uuid4()), "member_id": str(member), "measure": "warn", **stated}
    assert mo.post("/api/staff-member.php", body).status_code == 201
    appeal = complaint(town, member, "other", kind="appeal")
    case = complaint(town, member, reporter=town.woman(name="Ann"))

    found = opened(mo, case)

    person = found["person"]
    assert [person[name] for name in ("name", "gender", "about")] == ["Ben", "male", "Sailing and cooking"]
    assert (person["state"], person["sanction"], len(person["photos"])) == ("active", None, 1)
    assert [(one["measure"], one["facts"]) for one in person["decisions"]] == [("warn", "Asked for money.")]
    assert [(one["id"], one["outcome"]) for one in person["others"]] == [
        (str(appeal), None),
        (str(earlier), "dismissed"),
    ]
    assert [one["reporter_name"] for one in found["reports"]] == ["Ann"]
    assert opened(mo, complaint(town, None, kind="other"))["person"] is None


def test_an_open_photo_has_a_link_and_leaves_a_trace(mo: Browser, town: Town) -> None:
    member, photo = waiting_photo(town)

    found = opened(mo, photo)

    assert (found["photo"]["member_id"], found["complaint"]) == (str(member), None)
    assert found["photo"]["large_src"]
    assert found["person"]["photos"][0]["status"] == "pending"
    assert town.rows("SELECT action, member_id, case_id FROM staff_actions ORDER BY id") == [
        ("staff.view_photo", member, photo),
        ("staff.view_member", member, photo),
    ]


def test_own_cases_and_those_of_other_pools_are_not_opened(at_desk: OpenDesk, town: Town, bo: UUID) -> None:
    me = town.woman(name="Mo")
    mo = at_desk(me)
    about_me, by_me = complaint(town, me), complaint(town, bo, reporter=me)
    elsewhere = complaint(town, bo, site="iskra")

    assert queue(mo) == []
    assert take(mo, about_me) == (409, "own_case")
    assert take(mo, by_me) == (409, "own_case")
    assert take(mo, elsewhere) == (404, "not_found")
    assert take(mo, uuid4()) == (404, "not_found")


def test_the_queue_is_closed_to_everyone_else(browser: Browser, bo: UUID) -> None:
    browser.as_member(bo, premium=True)
    answers = [
        browser.get("/api/staff-queue.php"),
        browser.post("/api/staff-case.php", {}),
        browser.delete("/api/staff-case.php", {}),
        browser.post("/api/staff-decision.php", {}),
        browser.delete("/api/staff-decision.php", {}),
    ]
    assert [(each.status_code, each.json["error"]["code"]) for each in answers] == [(403, "forbidden")] * 5
