"""Reports about one member are one case: one decision, one statement, and an answer for each reporter."""

from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from pairwise.profiles.v1.events_pb2 import ComplaintDecided, MemberModerated
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

from profiles.tests.desk import (
    ALL_DUE,
    STATED,
    OpenDesk,
    carry_out,
    complaint,
    decide,
    opened,
    queue,
    take,
    ten_seconds_later,
    undo,
)
from profiles.tests.makers import Town
from profiles.tests.moderation import complain
from profiles.wiring import Wiring


@pytest.fixture
def mo(at_desk: OpenDesk, town: Town) -> Browser:
    return at_desk(town.woman(name="Mo"))


def outcomes(town: Town) -> list[tuple[Any, ...]]:
    return town.rows("SELECT id, outcome, case_id FROM complaints ORDER BY number")


def test_a_wave_of_reports_is_a_case_for_each_member(
    app: Flask, keys: KeyPair, mo: Browser, town: Town, wired: Wiring
) -> None:
    members = [town.man(photos=()) for _ in range(3)]
    reporters = [town.woman() for _ in range(6)]

    def report(reporter: UUID) -> set[int]:
        browser = Browser(app, keys).as_member(reporter)
        reasons = ["harassment", "fraud", "fake"]
        return {
            complain(browser, about_id=str(one), reason=reasons[place % 3]).status_code
            for place, one in enumerate(members, reporters.index(reporter))
        }

    assert at_once(*[partial(report, one) for one in reporters]) == [{201}] * 6

    listed = mo.get("/api/staff-queue.php").json
    assert [(each["severity"], each["reports"]) for each in listed["cases"]] == [("threat", 6)] * 3
    assert listed["kinds"] == [{"kind": "profile", "waiting": 3}]
    for case in listed["cases"]:
        found = opened(mo, case["id"])
        assert (found["complaint"]["reason"], len(found["reports"])) == ("harassment", 6)
        assert {each["reporter_id"] for each in found["reports"]} == {str(one) for one in reporters}
        assert decide(mo, case["id"], "warn", **STATED) == (201, "")
    assert ten_seconds_later(town, wired) == 3

    statements = announced(town.database, MemberModerated)
    assert sorted(each.member_id for each in statements) == sorted(str(one) for one in members)
    answered = [(each.reporter_id, each.outcome) for each in announced(town.database, ComplaintDecided)]
    assert sorted(answered) == sorted((str(one), "acted") for one in reporters * 3)
    assert queue(mo) == []


def test_only_reports_about_the_same_member_are_gathered(mo: Browser, town: Town, bo: UUID) -> None:
    reports = [complaint(town, bo, kind=kind) for kind in ("profile", "chat", "other")]
    others = [complaint(town, bo, kind=kind) for kind in ("picture", "text", "appeal")]
    nobody = [complaint(town, None, kind="other") for _ in range(2)]

    assert sorted(queue(mo)) == sorted(str(each) for each in (reports[0], *others, *nobody))


def test_any_of_its_reports_leads_to_the_case(mo: Browser, at_desk: OpenDesk, town: Town, bo: UUID) -> None:
    first, second = complaint(town, bo), complaint(town, bo, "minor")

    found = opened(mo, second)

    assert (found["id"], found["complaint"]["id"]) == (str(first), str(second))
    assert [each["id"] for each in found["reports"]] == [str(first), str(second)]
    assert take(at_desk(town.woman()), second) == (409, "case_taken")
    looks = town.rows("SELECT case_id FROM staff_actions WHERE action = 'staff.view_complaint'")
    assert sorted(looks) == sorted([(first,), (second,)])


def test_of_two_desks_at_once_one_gets_the_case(at_desk: OpenDesk, town: Town) -> None:
    desks = [at_desk(town.woman()) for _ in range(4)]
    for _ in range(5):
        member = town.man(photos=())
        reports = [complaint(town, member) for _ in desks]

        answers = at_once(*[partial(take, desk, one) for desk, one in zip(desks, reports, strict=True)])

        assert sorted(answers) == [(201, "")] + [(409, "case_taken")] * 3


def test_a_report_that_arrives_meanwhile_is_the_next_case(mo: Browser, town: Town, wired: Wiring, bo: UUID) -> None:
    """It was not seen, so it is not decided, whether it came before the decision or within its ten seconds."""
    seen = [complaint(town, bo), complaint(town, bo)]
    take(mo, seen[0])
    before = complaint(town, bo, "minor")
    key = uuid4()
    assert decide(mo, seen[0], "warn", key, **STATED) == (201, "")
    within = complaint(town, bo)
    assert queue(mo) == []
    assert undo(mo, key) == (200, "")
    assert decide(mo, seen[0], "warn", **STATED) == (201, "")

    assert ten_seconds_later(town, wired) == 1

    assert outcomes(town) == [
        *((each, "acted", seen[0]) for each in seen),
        (before, None, None),
        (within, None, None),
    ]
    assert queue(mo) == [str(before)]
    assert len(opened(mo, before)["reports"]) == 2


def test_a_report_at_the_same_moment_is_decided_or_waits(
    app: Flask, keys: KeyPair, mo: Browser, town: Town, wired: Wiring
) -> None:
    for _ in range(6):
        member, reporter = town.man(photos=()), town.woman()
        case = complaint(town, member)
        take(mo, case)
        decide(mo, case, "warn", **STATED)
        town.run(ALL_DUE)

        report, _ = at_once(
            partial(complain, Browser(app, keys).as_member(reporter), about_id=str(member)),
            partial(carry_out, wired),
        )

        assert report.status_code == 201
        [(waiting,)] = town.rows("SELECT id FROM complaints WHERE reporter_id = %(id)s", id=reporter)
        assert queue(mo) == [str(waiting)]
        town.run("UPDATE complaints SET decided_at = now(), outcome = 'acted' WHERE decided_at IS NULL")


def test_of_two_decisions_at_once_one_is_in_force(at_desk: OpenDesk, town: Town) -> None:
    """By two ways at once that need no lease: every report is closed once, and there is one statement."""
    desks = [at_desk(town.woman()) for _ in range(2)]
    for _ in range(5):
        member = town.man(photos=())
        reports = [complaint(town, member) for _ in range(4)]

        def warn(desk: Browser, report: UUID) -> int:
            stated = {"reason": "fraud", "ground": "terms", "facts": "Asked for money."}
            body = {"id": str(uuid4()), "complaint_id": str(report), "measure": "warn", **stated}
            return desk.post("/api/staff-complaints.php", body).status_code

        statuses = at_once(partial(warn, desks[0], reports[0]), partial(warn, desks[1], reports[0]))

        assert sorted(statuses) == [201, 409]
        assert town.rows("SELECT measure FROM decisions WHERE member_id = %(id)s", id=member) == [("warn",)]
        closed = town.rows("SELECT outcome, case_id FROM complaints WHERE about_id = %(id)s", id=member)
        assert closed == [("acted", reports[0])] * 4


def test_a_reporter_of_several_reports_gets_one_answer(mo: Browser, town: Town, wired: Wiring, bo: UUID) -> None:
    ann = town.woman()
    reports = [complaint(town, bo, reporter=ann, locale="de"), complaint(town, bo, reporter=ann, locale="de")]
    visitor = complaint(town, bo, locale="pl")
    take(mo, reports[0])
    decide(mo, reports[0], "dismiss", reason="fraud", ground="terms")

    ten_seconds_later(town, wired)

    answers = [(each.complaint_id, each.locale) for each in announced(town.database, ComplaintDecided)]
    assert answers == [(str(reports[1]), "de"), (str(visitor), "pl")]


def test_misuse_is_that_of_all_reporters(mo: Browser, town: Town, wired: Wiring, bo: UUID) -> None:
    ann, eve = town.woman(), town.woman()
    of_eve, shared, with_visitor = (
        [complaint(town, town.man(photos=()), reporter=each) for each in reporters]
        for reporters in ((eve,), (ann,), (ann,))
    )
    [(about,)] = town.rows("SELECT about_id FROM complaints WHERE id = %(id)s", id=shared[0])
    [(other,)] = town.rows("SELECT about_id FROM complaints WHERE id = %(id)s", id=with_visitor[0])
    for _ in range(2):
        complaint(town, about, reporter=eve)
    complaint(town, other)
    misuse: dict[str, Any] = {"reason": "fraud", "ground": "terms"}

    for case in (of_eve, shared, with_visitor):
        take(mo, case[0])
    assert decide(mo, with_visitor[0], "dismiss_abuse", **misuse) == (422, "validation_failed")
    for case in (of_eve, shared):
        assert decide(mo, case[0], "dismiss_abuse", **misuse) == (201, "")
        ten_seconds_later(town, wired)

    answered = town.rows("SELECT member_id, measure FROM decisions WHERE measure ~ 'report' ORDER BY number")
    assert answered[0] == (eve, "warn_reporter")
    assert sorted(answered[1:]) == sorted([(ann, "warn_reporter"), (eve, "suspend_reports")])


def test_a_reporter_of_the_case_takes_no_part_in_it_later(
    mo: Browser, at_desk: OpenDesk, town: Town, wired: Wiring, bo: UUID
) -> None:
    """Also where the decision names another report of the case."""
    staff = town.woman(name="Rhea")
    rhea = at_desk(staff)
    case, own = complaint(town, bo), complaint(town, bo, reporter=staff)
    assert queue(rhea) == []
    assert take(rhea, case) == (409, "own_case")
    take(mo, own)
    decide(mo, case, "suspend", **STATED)
    ten_seconds_later(town, wired)

    [waiting] = rhea.get("/api/staff-confirmations.php").json["decisions"]
    assert waiting["can_confirm"] is False
    body = {"id": str(uuid4()), "decision_id": waiting["decision_id"], "confirmed": True}
    answer = rhea.post("/api/staff-confirmations.php", body)
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "second_person_needed")
    appeal = complaint(town, bo, kind="appeal", decision=UUID(waiting["decision_id"]))
    assert take(rhea, appeal) == (409, "own_case")


def test_a_decision_of_the_previous_release_closes_its_own_report(
    mo: Browser, town: Town, wired: Wiring, bo: UUID
) -> None:
    case, other = complaint(town, bo), complaint(town, bo)
    take(mo, case)
    decide(mo, case, "warn", **STATED)
    town.run("UPDATE desk_decisions SET reports = NULL")

    ten_seconds_later(town, wired)

    assert queue(mo) == [str(other)]
