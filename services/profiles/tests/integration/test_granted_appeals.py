"""A granted appeal lifts the sanction it is about, and no other."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.events_pb2 import MemberModerated
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser
from shared.pictures.fingerprint import FINGERPRINT_BYTES

from profiles.moderation.usecases.take_measure import lift_ended
from profiles.storage.seed import SeedPhoto
from profiles.tests.desk import complaint
from profiles.tests.makers import THUMBHASH, Town
from profiles.wiring import Wiring

STATED = {"reason": "fraud", "ground": "terms", "facts": "Asked for money."}


def sanctioned(town: Town) -> UUID:
    member = town.man(photos=(SeedPhoto("members/one", THUMBHASH),))
    town.run(
        "UPDATE photos SET fingerprint = %(one)s WHERE member_id = %(id)s", one=bytes(FINGERPRINT_BYTES), id=member
    )
    return member


def measure(browser: Browser, town: Town, member: UUID, what: str, **more: Any) -> UUID:
    desk = browser.as_member(town.woman(name="Mo"), staff=True)
    body = {"id": str(uuid4()), "member_id": str(member), "measure": what, **STATED, **more}
    assert desk.post("/api/staff-member.php", body).status_code == 201
    return UUID(town.newest("decisions"))


def reject(browser: Browser, town: Town, member: UUID, reason: str = "nudity") -> UUID:
    [(photo, status)] = town.rows("SELECT id, status FROM photos WHERE member_id = %(id)s", id=member)
    body = {"id": str(uuid4()), "photo_id": str(photo), "seen": status, "reason": reason}
    assert browser.as_member(town.woman(), staff=True).post("/api/staff-photos.php", body).status_code == 201
    return UUID(town.newest("decisions"))


def warn_reporter(browser: Browser, town: Town, member: UUID) -> UUID:
    """The newest decision about the member as a reporter: a warning, and suspended reports from the second time on."""
    reported = {
        "id": str(uuid4()),
        "kind": "profile",
        "about_id": str(town.woman()),
        "reason": "fake",
        "text": "A bot.",
    }
    assert browser.as_member(member).post("/api/complaint.php", reported).status_code == 201
    body = {"complaint_id": town.newest("complaints"), "measure": "dismiss_abuse", **STATED}
    desk = browser.as_member(town.woman(), staff=True)
    assert desk.post("/api/staff-complaints.php", {"id": str(uuid4()), **body}).status_code == 201
    [(decision,)] = town.rows(
        "SELECT id FROM decisions WHERE member_id = %(id)s ORDER BY number DESC LIMIT 1", id=member
    )
    return UUID(str(decision))


def grant(browser: Browser, town: Town, decision: UUID) -> None:
    appeal = {"id": str(uuid4()), "decision_id": str(decision), "text": "It is wrong."}
    assert browser.as_visitor().post("/api/appeal.php", appeal).status_code == 201
    body = {"id": str(uuid4()), "complaint_id": town.newest("complaints"), "measure": "lift", **STATED}
    assert browser.as_member(town.woman(), staff=True).post("/api/staff-complaints.php", body).status_code == 201


def sanction_of(town: Town, member: UUID) -> tuple[str | None, bool]:
    [row] = town.rows("SELECT sanction, hidden FROM profiles WHERE member_id = %(id)s", id=member)
    return row[0], row[1]


OTHERS: dict[str, Callable[[Browser, Town, UUID], UUID]] = {
    "a rejected photo": reject,
    "an illegal photo": lambda browser, town, member: reject(browser, town, member, "illegal"),
    "a warning": lambda browser, town, member: measure(browser, town, member, "warn"),
    "a warned reporter": warn_reporter,
    "an older sanction": lambda browser, town, member: measure(browser, town, member, "hide"),
}


@pytest.mark.parametrize("other", OTHERS)
def test_an_appeal_lifts_no_other_sanction(browser: Browser, town: Town, other: str) -> None:
    member = sanctioned(town)
    appealed = OTHERS[other](browser, town, member)
    measure(browser, town, member, "suspend", days=30)

    grant(browser, town, appealed)

    assert sanction_of(town, member) == ("suspend", True)
    assert [event.measure for event in announced(town.database, MemberModerated)][-1] == "suspend"
    assert town.rows("SELECT suspended FROM pending_suspensions WHERE member_id = %(id)s", id=member) in ([], [(True,)])
    decisions = browser.as_member(member).get("/api/decision.php").json["decisions"]
    assert {each["id"]: each["appeal"] for each in decisions}[str(appealed)] == "acted"


@pytest.mark.parametrize("what", ["hide", "suspend"])
@pytest.mark.parametrize("confirmed", [True, False])
def test_an_appeal_lifts_the_sanction_it_is_about(browser: Browser, town: Town, what: str, confirmed: bool) -> None:
    member = sanctioned(town)
    appealed = measure(browser, town, member, what)
    if confirmed and what == "suspend":
        body = {"id": str(uuid4()), "decision_id": str(appealed), "confirmed": True}
        assert browser.as_member(town.woman(), staff=True).post("/api/staff-confirmations.php", body).status_code == 201
    reject(browser, town, member)

    grant(browser, town, appealed)

    assert sanction_of(town, member) == (None, False)
    assert town.rows("SELECT status FROM photos WHERE member_id = %(id)s", id=member) == [("rejected",)]


def test_a_photo_whose_appeal_is_granted_waits_for_review(browser: Browser, town: Town) -> None:
    member = sanctioned(town)

    grant(browser, town, reject(browser, town, member))

    assert town.rows("SELECT status, reason FROM photos WHERE member_id = %(id)s", id=member) == [("pending", None)]


def test_a_photo_rejected_anew_stays_rejected(browser: Browser, town: Town) -> None:
    member = sanctioned(town)
    first = reject(browser, town, member)
    reject(browser, town, member, "advertising")

    grant(browser, town, first)

    assert town.rows("SELECT status FROM photos WHERE member_id = %(id)s", id=member) == [("rejected",)]


def test_suspended_reports_end_by_their_own_appeal(browser: Browser, town: Town) -> None:
    member = sanctioned(town)
    warn_reporter(browser, town, member)
    suspended = warn_reporter(browser, town, member)
    body = {"kind": "other", "reason": "fraud", "text": "They ask for money."}

    def report() -> int:
        return int(browser.as_member(member).post("/api/complaint.php", {"id": str(uuid4()), **body}).status_code)

    grant(browser, town, reject(browser, town, member))
    assert report() == 403
    grant(browser, town, suspended)
    assert report() == 201


def hidden_by_a_rule(browser: Browser, town: Town, member: UUID) -> UUID:
    """The review of a rule, whose case a person has not decided."""
    case = complaint(town, member, "fraud", kind="rule")
    town.run("UPDATE complaints SET hides_for = 'fraud' WHERE id = %(id)s", id=case)
    town.run("UPDATE profiles SET sanction = 'review', hidden = true WHERE member_id = %(id)s", id=member)
    review = uuid4()
    town.run(
        "INSERT INTO decisions (id, member_id, measure, complaint_id, reason, ground)"
        " VALUES (%(id)s, %(member)s, 'review', %(case)s, 'fraud', 'terms')",
        id=review,
        member=member,
        case=case,
    )
    return review


def expired(browser: Browser, town: Town, wired: Wiring, member: UUID) -> None:
    town.run("UPDATE profiles SET sanction_until = now() WHERE member_id = %(id)s", id=member)
    lift_ended(wired.unit_of_work())


def refused(browser: Browser, town: Town, wired: Wiring, member: UUID) -> None:
    [(decision,)] = town.rows("SELECT decision_id FROM confirmations WHERE member_id = %(id)s", id=member)
    body = {
        "id": str(uuid4()),
        "decision_id": str(decision),
        "confirmed": False,
        "facts": "No message says so.",
    }
    assert browser.as_member(town.woman(), staff=True).post("/api/staff-confirmations.php", body).status_code == 201


def granted(browser: Browser, town: Town, wired: Wiring, member: UUID) -> None:
    [(decision,)] = town.rows(
        "SELECT id FROM decisions WHERE member_id = %(id)s AND measure IN ('hide', 'suspend', 'review')", id=member
    )
    grant(browser, town, UUID(str(decision)))


def lifted(browser: Browser, town: Town, wired: Wiring, member: UUID) -> None:
    measure(browser, town, member, "lift")


SANCTIONS: dict[str, Callable[[Browser, Town, UUID], UUID]] = {
    "hide": lambda browser, town, member: measure(browser, town, member, "hide"),
    "suspend": lambda browser, town, member: measure(browser, town, member, "suspend"),
    "review": hidden_by_a_rule,
}


@pytest.mark.parametrize(
    ("sanction", "end"),
    [
        *[("hide", end) for end in (granted, lifted, expired)],
        *[("suspend", end) for end in (granted, lifted, expired, refused)],
        *[("review", end) for end in (granted, lifted)],
    ],
)
def test_an_open_report_of_a_minor_outlasts_every_end_of_another_sanction(
    browser: Browser, town: Town, wired: Wiring, sanction: str, end: Callable[..., None]
) -> None:
    member, reporter = sanctioned(town), town.woman()
    SANCTIONS[sanction](browser, town, member)
    report = {"id": str(uuid4()), "kind": "profile", "about_id": str(member), "reason": "minor", "text": "In my class."}
    assert browser.as_member(reporter).post("/api/complaint.php", report).status_code == 201
    [(case,)] = town.rows("SELECT id FROM complaints WHERE reason = 'minor'")

    end(browser, town, wired, member)
    assert sanction_of(town, member) == ("review", True)

    body = {"id": str(uuid4()), "complaint_id": str(case), "measure": "dismiss", **STATED}
    assert browser.as_member(town.woman(), staff=True).post("/api/staff-complaints.php", body).status_code == 201
    assert sanction_of(town, member) == (None, False)
