"""What cannot be undone takes two people: one decides, another confirms, and until then it can be undone."""

from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.events_pb2 import MemberModerated
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

from profiles.moderation.usecases.confirm_decision import lapse_unconfirmed
from profiles.moderation.usecases.take_measure import lift_ended
from profiles.tests.confirmations import (
    FOR_GOOD,
    FREE,
    IN_FORCE_FOR_NOW,
    STATED,
    let_time_pass,
    outcomes,
    sanction,
    settle,
    suspend,
    waiting,
)
from profiles.tests.desk import OpenDesk
from profiles.tests.fakes import FakeAccounts
from profiles.tests.makers import Town
from profiles.wiring import Wiring


@pytest.fixture(autouse=True)
def no_files_left(media_folder: Path) -> None:
    for path in (media_folder / "members").glob("*"):
        path.unlink()


@pytest.fixture
def mia(town: Town) -> UUID:
    return town.woman(name="Mia")


@pytest.mark.parametrize("more", [{}, {"days": 366}, {"days": 3650}])
def test_one_person_suspends_for_a_fortnight_and_a_second_for_good(
    at_desk: OpenDesk, town: Town, accounts: FakeAccounts, bo: UUID, mo: UUID, mia: UUID, more: dict[str, int]
) -> None:
    decision = suspend(at_desk(mo), bo, **more)
    assert sanction(town, bo) == IN_FORCE_FOR_NOW
    [own] = at_desk(mo).as_member(bo).get("/api/decision.php").json["decisions"]
    assert (own["provisional"], own["until"] is not None) == (True, True)
    [shown] = waiting(at_desk(mia))
    assert shown["reports"] == []
    assert (shown["decision_id"], shown["decided_by"], shown["facts"]) == (decision, "Mo", STATED["facts"])
    assert (shown["can_confirm"], waiting(at_desk(mo))[0]["can_confirm"]) == (True, False)

    assert settle(at_desk(mia), decision) == (201, "")

    assert sanction(town, bo)[0::3] == ("suspend", True)
    assert (sanction(town, bo) == FOR_GOOD) is not bool(more)
    assert waiting(at_desk(mia)) == []
    reported = announced(town.database, MemberModerated)
    assert [(one.measure, one.reason, one.provisional, one.until != "") for one in reported] == [
        ("suspend", "fraud", True, True),
        ("suspend", "fraud", False, bool(more)),
    ]
    assert [suspended for _, _, suspended in accounts.reported] == [True, True]
    assert town.rows("SELECT actor_id, measure FROM decisions ORDER BY number") == [(mo, "suspend"), (mia, "suspend")]
    assert [one["provisional"] for one in at_desk(mo).as_member(bo).get("/api/decision.php").json["decisions"]] == [
        False,
        False,
    ]


@pytest.mark.parametrize(("what", "days"), [("suspend", 365), ("suspend", 1), ("hide", None), ("warn", None)])
def test_a_reversible_decision_takes_one_person(
    at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, what: str, days: int | None
) -> None:
    body = {"id": str(uuid4()), "member_id": str(bo), "measure": what, "days": days, **STATED}
    assert at_desk(mo).post("/api/staff-member.php", body).status_code == 201

    assert waiting(at_desk(mo)) == []
    assert [one.provisional for one in announced(town.database, MemberModerated)] == [False]


def test_a_complaint_that_ends_in_a_suspension_waits_too(
    at_desk: OpenDesk, browser: Browser, town: Town, bo: UUID, mo: UUID, mia: UUID
) -> None:
    """The reporter, who works at the desk as well, is involved and cannot be the second person."""
    complaint = {"id": str(uuid4()), "kind": "profile", "about_id": str(bo), "reason": "fraud", "text": "Wants money"}
    assert browser.as_member(mia).post("/api/complaint.php", complaint).status_code == 201
    body = {"id": str(uuid4()), "complaint_id": town.newest("complaints"), "measure": "suspend", **STATED}
    assert at_desk(mo).post("/api/staff-complaints.php", body).status_code == 201

    assert sanction(town, bo) == IN_FORCE_FOR_NOW
    decision = town.newest("decisions")
    assert settle(at_desk(mia), decision) == (409, "second_person_needed")
    assert settle(at_desk(town.woman(name="Cy")), decision) == (201, "")


@pytest.mark.parametrize("refusal", [None, "That is not so"])
def test_neither_the_decider_nor_the_member_is_the_second_person(
    at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, refusal: str | None
) -> None:
    decision = suspend(at_desk(mo), bo)

    for one in (mo, bo):
        assert settle(at_desk(one), decision, refusal) == (409, "second_person_needed")
    assert (outcomes(town), sanction(town, bo)) == ([None], IN_FORCE_FOR_NOW)


def test_the_desk_of_another_pool_sees_and_confirms_nothing(
    at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, mia: UUID
) -> None:
    decision = suspend(at_desk(mo), bo)
    town.run("UPDATE profiles SET pool = 2 WHERE member_id = %(bo)s", bo=bo)

    assert waiting(at_desk(mia)) == []
    assert settle(at_desk(mia), decision) == (404, "not_found")
    assert settle(at_desk(mia), str(uuid4())) == (404, "not_found")


@pytest.mark.parametrize(
    "spoil",
    [
        {"confirmed": "yes"},
        {"confirmed": True, "facts": "Both"},
        {"confirmed": False},
        {"confirmed": False, "facts": "  "},
        {"confirmed": False, "facts": "x" * 4001},
        {"decision_id": "none"},
        {"id": None},
        {"more": 1},
    ],
    ids=str,
)
def test_a_confirmation_that_is_none_is_refused(
    at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, mia: UUID, spoil: dict[str, Any]
) -> None:
    body = {"id": str(uuid4()), "decision_id": suspend(at_desk(mo), bo), "confirmed": True, **spoil}

    assert at_desk(mia).post("/api/staff-confirmations.php", body).status_code in (400, 422)
    assert outcomes(town) == [None]


def test_an_unconfirmed_decision_is_lifted_for_a_stated_reason(
    at_desk: OpenDesk, town: Town, accounts: FakeAccounts, bo: UUID, mo: UUID, mia: UUID
) -> None:
    decision = suspend(at_desk(mo), bo)

    assert settle(at_desk(mia), decision, "He is a joker.") == (201, "")

    assert sanction(town, bo) == FREE
    [newest, _] = at_desk(mo).as_member(bo).get("/api/decision.php").json["decisions"]
    assert (newest["measure"], newest["facts"]) == ("lift", "He is a joker.")
    assert [suspended for _, _, suspended in accounts.reported] == [True, False]
    assert settle(at_desk(town.woman()), decision) == (409, "already_decided")


def test_unconfirmed_it_ends_after_a_fortnight(
    at_desk: OpenDesk, wired: Wiring, town: Town, bo: UUID, mo: UUID, mia: UUID
) -> None:
    decision = suspend(at_desk(mo), bo)
    let_time_pass(town)

    assert waiting(at_desk(mia)) == []
    assert settle(at_desk(mia), decision) == (409, "already_decided")
    lapse_unconfirmed(wired.unit_of_work())
    lift_ended(wired.unit_of_work())
    assert (lapse_unconfirmed(wired.unit_of_work()), lift_ended(wired.unit_of_work())) == (0, 0)

    assert (outcomes(town), sanction(town, bo)) == (["lapsed"], FREE)
    assert [one.measure for one in announced(town.database, MemberModerated)] == ["suspend", "lift"]
