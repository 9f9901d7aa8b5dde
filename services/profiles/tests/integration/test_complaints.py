"""Complaints of members and visitors: who can make them, how many, and how they end."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.events_pb2 import ComplaintDecided, ComplaintReceived
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

from profiles.moderation.domain.moderation import Complaint, Kind, Proof
from profiles.moderation.errors import TooManyComplaints
from profiles.moderation.usecases.complain import complain as take_complaint
from profiles.tests.makers import Town
from profiles.tests.moderation import complain, decide
from profiles.wiring import Wiring


def test_anyone_can_complain_and_is_notified_of_the_decision(browser: Browser, town: Town, ann: UUID) -> None:
    receipt = complain(browser, about_id=str(ann), email="reader@example.org")

    assert (receipt.status_code, receipt.json["number"] > 0) == (201, True)
    [received] = announced(town.database, ComplaintReceived)
    assert (received.email, received.reporter_id, received.number) == ("reader@example.org", "", receipt.json["number"])
    desk = browser.as_member(town.woman(name="Mo"), staff=True)
    [complaint] = desk.get("/api/staff-complaints.php").json["complaints"]
    assert (complaint["about_name"], complaint["text"]) == ("Ann", "These are photos of an actor.")

    assert decide(desk, complaint["id"], "suspend").status_code == 201

    assert decide(desk, complaint["id"], "dismiss").json["error"]["code"] == "already_decided"
    assert [event.outcome for event in announced(town.database, ComplaintDecided)] == ["acted"]
    assert desk.get("/api/staff-complaints.php").json["complaints"] == []
    assert town.rows("SELECT sanction FROM profiles WHERE hidden") == [("suspend",)]


def test_a_member_sees_their_complaints_and_a_retry_is_one(browser: Browser, town: Town, ann: UUID, bo: UUID) -> None:
    key = str(uuid4())
    numbers = {complain(browser.as_member(bo), id=key, about_id=str(ann)).json["number"] for _ in range(2)}

    [own] = browser.get("/api/complaint.php").json["complaints"]
    assert (len(numbers), own["about_name"], own["outcome"]) == (1, "Ann", None)
    assert browser.as_member(ann).get("/api/complaint.php").json["complaints"] == []


@pytest.mark.parametrize(
    "spoil",
    [{"text": "  "}, {"reason": "boring"}, {"kind": "appeal"}, {"email": "nowhere"}, {"text": "x" * 4001}, {"more": 1}],
    ids=str,
)
def test_a_complaint_that_is_none_is_refused(browser: Browser, spoil: dict[str, Any]) -> None:
    assert complain(browser, **spoil).status_code == 422


def test_about_nobody_nothing_can_be_done(browser: Browser, town: Town) -> None:
    assert complain(browser, about_id=str(uuid4())).status_code == 404
    complain(browser, kind="other")
    desk = browser.as_member(town.woman(), staff=True)
    complaint = desk.get("/api/staff-complaints.php").json["complaints"][0]["id"]

    assert decide(desk, complaint, "suspend").status_code == 422
    assert decide(desk, complaint, "dismiss").status_code == 201


def test_a_day_has_room_for_twenty(browser: Browser, town: Town, ann: UUID, bo: UUID) -> None:
    browser.as_member(bo)
    answers = [complain(browser, about_id=str(ann)).status_code for _ in range(21)]

    assert answers == [201] * 20 + [429]


def test_an_address_without_an_account_has_room_for_three(browser: Browser, town: Town, ann: UUID) -> None:
    answers = [complain(browser, about_id=str(ann), email=f"{name}@example.org") for name in ("A", "a", "a", "a", "b")]

    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 201]
    assert answers[3].json["error"]["code"] == "too_many_complaints"


def test_complaints_of_one_address_at_once_stay_within_the_limit(wired: Wiring, town: Town, ann: UUID) -> None:
    def send(_: int) -> bool:
        complaint = Complaint(
            id=uuid4(),
            kind=Kind.PROFILE,
            reporter_id=None,
            reporter_email="reader@example.org",
            about_id=ann,
            reason="fake",
            text="An actor.",
            evidence=[],
            locale="en",
            site="pairwise",
        )
        try:
            return bool(take_complaint(wired.unit_of_work(), wired.evidence, 1, uuid4(), complaint, Proof()))
        except TooManyComplaints:
            return False

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(send, range(8))) == 3
