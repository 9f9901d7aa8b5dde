"""A report that somebody is under age hides them until a person has looked, and no reporter can abuse it."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.events_pb2 import MemberModerated, VisibilityChanged
from shared.kit.core import Conflict
from shared.kit.http import ADDRESS_HEADER
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser
from shared.privacy import erase as erase_member

from profiles.moderation.domain.moderation import Complaint, Desk, Ground, Kind, Measure, Proof, Reason, Statement
from profiles.moderation.usecases.complain import complain
from profiles.moderation.usecases.decide_complaint import decide_complaint
from profiles.storage.data_inventory import DATA_INVENTORY
from profiles.tests.makers import Town
from profiles.wiring import Wiring


def report(browser: Browser, about: UUID, *, address: str = "", **body: Any) -> Any:
    usual = {
        "id": str(uuid4()),
        "kind": "profile",
        "reason": "minor",
        "text": "She is in my class.",
        "about_id": str(about),
    }
    headers = {ADDRESS_HEADER: address} if address else {}
    return browser.send("POST", "/api/complaint.php", {**usual, **body}, headers)


def decide(browser: Browser, town: Town, what: str, complaint: str = "", reason: str = "minor") -> Any:
    """By the desk, about the first complaint of the queue."""
    desk = browser.as_member(town.woman(name="Mo"), staff=True)
    complaint = complaint or desk.get("/api/staff-complaints.php").json["complaints"][0]["id"]
    body = {"measure": what, "reason": reason, "ground": "terms", "facts": "Looked at the profile."}
    return desk.post("/api/staff-complaints.php", {"id": str(uuid4()), "complaint_id": complaint, **body})


def is_hidden(town: Town, member: UUID) -> bool:
    return bool(town.rows("SELECT hidden FROM profiles WHERE member_id = %(id)s", id=member)[0][0])


def test_a_report_hides_at_once_and_the_member_sees_why(browser: Browser, town: Town, ann: UUID, bo: UUID) -> None:
    assert report(browser.as_member(bo), ann).status_code == 201

    assert browser.get("/api/profile.php", id=ann).status_code == 404
    assert all(card["id"] != str(ann) for card in browser.get("/api/search.php").json["profiles"])
    assert [event.hidden for event in announced(town.database, VisibilityChanged)] == [True]
    [reported] = announced(town.database, MemberModerated)
    assert (reported.measure, reported.reason, reported.automated) == ("review", "minor", True)

    browser.as_member(ann)
    assert browser.get("/api/profile.php").status_code == 200
    [decision] = browser.get("/api/decision.php").json["decisions"]
    assert (decision["measure"], decision["automated"], decision["can_appeal"]) == ("review", True, True)


@pytest.mark.parametrize(
    ("what", "hidden", "sanction"),
    [
        ("dismiss", False, None),
        ("dismiss_abuse", False, None),
        ("warn", False, None),
        ("hide", True, "hide"),
        ("suspend", True, "suspend"),
    ],
)
def test_a_person_who_has_looked_ends_it(
    browser: Browser, town: Town, ann: UUID, bo: UUID, what: str, hidden: bool, sanction: str | None
) -> None:
    report(browser.as_member(bo), ann)

    assert decide(browser, town, what).status_code == 201

    assert town.rows("SELECT hidden, sanction FROM profiles WHERE member_id = %(id)s", id=ann) == [(hidden, sanction)]


def test_a_reviewed_member_is_not_hidden_by_the_next_report(browser: Browser, town: Town, ann: UUID) -> None:
    report(browser.as_member(town.man()), ann)
    decide(browser, town, "dismiss")

    assert report(browser.as_member(town.man()), ann).status_code == 201

    assert not is_hidden(town, ann)
    desk = browser.as_member(town.woman(name="Mo"), staff=True)
    assert [each["urgent"] for each in desk.get("/api/staff-complaints.php").json["complaints"]] == [True]


def test_reports_of_minors_come_first(browser: Browser, town: Town, ann: UUID, bo: UUID) -> None:
    for _ in range(3):
        report(browser.as_member(bo), ann, reason="fake")
    report(browser, ann)

    desk = browser.as_member(town.woman(name="Mo"), staff=True)
    queue = desk.get("/api/staff-complaints.php").json["complaints"]
    assert [each["urgent"] for each in queue] == [True, False, False, False]


def test_one_member_hides_three_a_day(browser: Browser, town: Town, bo: UUID) -> None:
    women = [town.woman() for _ in range(5)]

    answers = [report(browser.as_member(bo), woman).status_code for woman in women]

    assert answers == [201] * 5
    assert [is_hidden(town, woman) for woman in women] == [True, True, True, False, False]


def test_one_member_hides_three_a_day_also_at_once(wired: Wiring, town: Town, bo: UUID) -> None:
    women = [town.woman() for _ in range(6)]

    at_once(*[lambda woman=woman: _complain(wired, woman, bo) for woman in women])

    assert [is_hidden(town, woman) for woman in women].count(True) == 3


def test_reports_that_led_to_nothing_hide_nobody_any_more(browser: Browser, town: Town, ann: UUID, bo: UUID) -> None:
    for _ in range(2):
        report(browser.as_member(bo), town.woman())
        decide(browser, town, "dismiss")

    report(browser.as_member(bo), ann)

    assert not is_hidden(town, ann)


def test_nobody_hides_themselves(browser: Browser, town: Town, ann: UUID) -> None:
    report(browser.as_member(ann), ann)

    assert not is_hidden(town, ann)


def test_a_visitors_report_waits_for_a_second_voice(browser: Browser, town: Town, ann: UUID) -> None:
    report(browser, ann, address="192.0.2.1", email="one@example.org")
    report(browser, ann, address="192.0.2.1", email="two@example.org")
    assert not is_hidden(town, ann)

    report(browser, ann, address="2001:db8::1")
    assert is_hidden(town, ann)


def test_the_network_of_a_visitor_is_forgotten_with_the_decision(browser: Browser, town: Town, ann: UUID) -> None:
    report(browser, ann, address="192.0.2.1")
    [(source,)] = town.rows("SELECT source FROM complaints")
    assert source
    assert "192.0.2.1" not in source

    decide(browser, town, "dismiss")

    assert town.rows("SELECT source FROM complaints") == [(None,)]


def test_a_measure_of_the_desk_stays(browser: Browser, town: Town, ann: UUID, bo: UUID) -> None:
    town.run("UPDATE profiles SET hidden = true, sanction = 'suspend' WHERE member_id = %(id)s", id=ann)

    report(browser.as_member(bo), ann)
    decide(browser, town, "dismiss")

    assert town.rows("SELECT hidden, sanction FROM profiles WHERE member_id = %(id)s", id=ann) == [(True, "suspend")]


def test_the_appeal_of_a_hidden_member_is_urgent_and_lifts_it(
    browser: Browser, town: Town, ann: UUID, bo: UUID
) -> None:
    report(browser.as_member(bo), ann)
    decision = browser.as_member(ann).get("/api/decision.php").json["decisions"][0]["id"]
    browser.post("/api/appeal.php", {"id": str(uuid4()), "decision_id": decision, "text": "I am 31."})

    desk = browser.as_member(town.woman(name="Mo"), staff=True)
    [appeal] = [one for one in desk.get("/api/staff-complaints.php").json["complaints"] if one["kind"] == "appeal"]
    assert appeal["urgent"]
    decide(browser, town, "dismiss", appeal["id"])
    assert is_hidden(town, ann)  # rejecting an appeal does not find them of age

    decide(browser, town, "dismiss")
    assert not is_hidden(town, ann)


@pytest.mark.parametrize("what", ["dismiss", "suspend"])
def test_two_reports_and_a_decision_at_once_leave_one_state(
    browser: Browser, wired: Wiring, town: Town, ann: UUID, what: str
) -> None:
    first, second, third, staff = town.man(), town.man(), town.man(), town.woman(name="Mo")
    number = _complain(wired, ann, first)
    [(complaint,)] = town.rows("SELECT id FROM complaints WHERE number = %(number)s", number=number)
    statement = Statement(Measure(what), Reason.MINOR, Ground.TERMS, "Looked.", None)

    def decides() -> int:
        decide_complaint(wired.unit_of_work(), Desk(staff, 1, ("pairwise",)), uuid4(), complaint, statement)
        return 0

    at_once(lambda: _complain(wired, ann, second), decides, lambda: _complain(wired, ann, third))

    # The reports that come after the decision find it; those before it are ended by it.
    expected = (False, None) if what == "dismiss" else (True, "suspend")
    assert town.rows("SELECT hidden, sanction FROM profiles WHERE member_id = %(id)s", id=ann) == [expected]
    measures = [row[0] for row in town.rows("SELECT measure FROM decisions ORDER BY number")]
    assert measures == (["review", "dismiss", "lift"] if what == "dismiss" else ["review", "suspend"])


def test_two_at_the_desk_and_two_who_report_each_other_do_not_deadlock(wired: Wiring, town: Town) -> None:
    ann, bo = town.woman(), town.man()
    ids = [_id_of(town, _complain(wired, ann, bo)), _id_of(town, _complain(wired, bo, ann))]
    statement = Statement(Measure.DISMISS_ABUSE, Reason.MINOR, Ground.TERMS, "Made up.", None)

    def decides(complaint: UUID) -> bool:
        try:
            decide_complaint(wired.unit_of_work(), Desk(uuid4(), 1, ("pairwise",)), uuid4(), complaint, statement)
        except Conflict:
            return False
        return True

    answers = at_once(*[lambda one=one: decides(one) for one in ids * 2])

    assert answers.count(True) == 2
    assert town.rows("SELECT count(*) FROM decisions WHERE measure = 'warn_reporter'") == [(2,)]


def test_abusive_reports_lead_to_a_warning_then_to_a_pause(browser: Browser, town: Town, bo: UUID) -> None:
    measures = []
    for _ in range(2):
        assert report(browser.as_member(bo), town.woman(), reason="fake").status_code == 201
        assert decide(browser, town, "dismiss_abuse", reason="other").status_code == 201
        measures.append(browser.as_member(bo).get("/api/decision.php").json["decisions"][0])
    assert [(one["measure"], one["can_appeal"], one["until"] is None) for one in measures] == [
        ("warn_reporter", True, True),
        ("suspend_reports", True, False),
    ]

    refused = report(browser.as_member(bo), town.woman())
    assert (refused.status_code, refused.json["error"]["code"]) == (403, "reports_suspended")
    assert refused.json["error"]["until"] == measures[1]["until"][:10]
    assert not is_hidden(town, bo)

    # The suspension can be appealed, and a person can lift it.
    appeal = {"id": str(uuid4()), "decision_id": measures[1]["id"], "text": "They were true."}
    assert browser.post("/api/appeal.php", appeal).status_code == 201
    assert decide(browser, town, "lift", reason="other").status_code == 201
    assert report(browser.as_member(bo), town.woman()).status_code == 201


def test_a_report_outlives_its_reporter_while_it_hides_somebody(
    browser: Browser, town: Town, wired: Wiring, ann: UUID, bo: UUID
) -> None:
    """Otherwise the member would stay hidden without a case that a person could decide."""
    report(browser.as_member(bo), ann)
    report(browser.as_member(bo), ann, reason="fake")

    with wired.unit_of_work() as uow:
        erase_member(uow.session, DATA_INVENTORY, bo)
        uow.commit()

    assert town.rows("SELECT reason, reporter_id FROM complaints") == [("minor", None)]
    assert decide(browser, town, "dismiss").status_code == 201
    assert not is_hidden(town, ann)


def test_a_warned_reporter_hides_nobody(browser: Browser, town: Town, ann: UUID, bo: UUID) -> None:
    report(browser.as_member(bo), town.woman(), reason="fake")
    decide(browser, town, "dismiss_abuse", reason="other")

    assert report(browser.as_member(bo), ann).status_code == 201

    assert not is_hidden(town, ann)


def test_a_visitor_cannot_be_warned(browser: Browser, town: Town, ann: UUID) -> None:
    report(browser, ann)

    assert decide(browser, town, "dismiss_abuse").status_code == 422


def _complain(wired: Wiring, about: UUID, reporter: UUID) -> int:
    complaint = Complaint(
        id=uuid4(),
        kind=Kind.PROFILE,
        reporter_id=reporter,
        reporter_email=None,
        about_id=about,
        reason="minor",
        text="She is in my class.",
        evidence=[],
        locale="en",
        site="pairwise",
    )
    return complain(wired.unit_of_work(), wired.evidence, 1, uuid4(), complaint, Proof())


def _id_of(town: Town, number: int) -> UUID:
    return UUID(str(town.rows("SELECT id FROM complaints WHERE number = %(number)s", number=number)[0][0]))
