"""Confirmations beside a refusal, a lift, an appeal and the clock: one wins, and the record has both people."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from pairwise.profiles.v1.events_pb2 import MemberModerated
from shared.kit.testing.announced import announced
from shared.kit.testing.database import superuser_of
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser

from profiles.moderation.usecases.confirm_decision import lapse_unconfirmed
from profiles.moderation.usecases.take_measure import lift_ended
from profiles.tests.confirmations import (
    FOR_GOOD,
    FREE,
    STATED,
    appeal,
    grant_appeal,
    let_time_pass,
    lift,
    sanction,
    settle,
    suspend,
    waiting,
)
from profiles.tests.desk import OpenDesk
from profiles.tests.makers import Town
from profiles.wiring import Wiring


@pytest.fixture(autouse=True)
def no_files_left(media_folder: Path) -> None:
    for path in (media_folder / "members").glob("*"):
        path.unlink()


@pytest.fixture
def mia(town: Town) -> UUID:
    return town.woman(name="Mia")


def test_two_who_confirm_at_once_are_one(at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID) -> None:
    decision = suspend(at_desk(mo), bo)
    desks = [at_desk(town.woman()) for _ in range(4)]

    answers = at_once(*[partial(settle, desk, decision) for desk in desks])

    assert sorted(answers) == [(201, "")] + [(409, "already_decided")] * 3
    assert town.rows("SELECT count(*) FROM decisions") == [(2,)]
    assert sanction(town, bo) == FOR_GOOD


def test_the_same_answer_again_confirms_once(at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, mia: UUID) -> None:
    body = {"id": str(uuid4()), "decision_id": suspend(at_desk(mo), bo), "confirmed": True}

    statuses = at_once(*[lambda: at_desk(mia).post("/api/staff-confirmations.php", body).status_code] * 3)

    assert set(statuses) == {201}
    assert town.rows("SELECT count(*) FROM decisions") == [(2,)]


def test_confirming_meets_a_refusal_a_lift_an_appeal_and_the_clock(
    at_desk: OpenDesk, browser: Browser, wired: Wiring, town: Town, mo: UUID, mia: UUID
) -> None:
    """Whatever comes first: it is in force for good, or not at all, and never confirmed and lifted at once."""
    cy = town.woman(name="Cy")
    for rival in ("refusal", "lift", "appeal", "clock") * 2:
        member = town.man(photos=())
        decision = suspend(at_desk(mo), member)
        if rival == "appeal":
            appeal(browser, decision)
        if rival == "clock":
            let_time_pass(town)
        rivals: dict[str, Callable[[], Any]] = {
            "refusal": partial(settle, at_desk(cy), decision, "That is not so"),
            "lift": partial(lift, at_desk(cy), member),
            "appeal": lambda: grant_appeal(at_desk(cy)),
            "clock": lambda: (lift_ended(wired.unit_of_work()), lapse_unconfirmed(wired.unit_of_work())),
        }

        confirmed, _ = at_once(partial(settle, at_desk(mia), decision), rivals[rival])

        [(outcome, newest)] = town.rows(
            "SELECT outcome, (SELECT measure FROM decisions d WHERE d.member_id = c.member_id"
            " ORDER BY number DESC LIMIT 1) FROM confirmations c WHERE decision_id = %(id)s",
            id=decision,
        )
        is_confirmed = confirmed == (201, "")
        assert is_confirmed is (outcome == "confirmed")
        assert sanction(town, member) == (FOR_GOOD if newest == "suspend" else FREE)
        # A lift or an appeal may come after the confirmation; a refusal and the clock may not.
        assert newest == "lift" or is_confirmed
        assert rival not in ("refusal", "clock") or is_confirmed is (newest == "suspend")
        assert rival != "clock" or not is_confirmed


@pytest.mark.parametrize("rival", ["lift", "hide", "suspend for a day", "suspend for good"])
def test_another_measure_takes_the_place_of_what_waits(
    at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, mia: UUID, rival: str
) -> None:
    decision = suspend(at_desk(mo), bo)
    what, _, term = rival.partition(" ")
    body = {"id": str(uuid4()), "member_id": str(bo), "measure": what, "days": 1 if "day" in term else None, **STATED}
    assert at_desk(mo).post("/api/staff-member.php", body).status_code == 201

    assert settle(at_desk(mia), decision) == (409, "already_decided")
    assert [one["decision_id"] for one in waiting(at_desk(mia))] == (
        [town.newest("decisions")] if term == "for good" else []
    )


def test_neither_of_the_two_who_decided_can_decide_the_appeal(
    at_desk: OpenDesk, browser: Browser, town: Town, bo: UUID, mo: UUID, mia: UUID
) -> None:
    decision = suspend(at_desk(mo), bo)
    settle(at_desk(mia), decision)
    [_, final] = announced(town.database, MemberModerated)
    appeal(browser, final.decision_id)

    assert grant_appeal(at_desk(mo)) == (409, "own_decision_appealed")
    assert grant_appeal(at_desk(mia)) == (409, "own_decision_appealed")
    assert grant_appeal(at_desk(town.woman())) == (201, "")
    assert sanction(town, bo) == FREE


def test_both_people_are_on_record(
    at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, mia: UUID, capsys: pytest.CaptureFixture[str]
) -> None:
    decision = suspend(at_desk(mo), bo)
    waiting(at_desk(mia))
    settle(at_desk(mia), decision)

    kept = "SELECT actor_id, action, case_id FROM staff_actions WHERE action LIKE %(like)s ORDER BY id"
    assert town.rows(kept, like="%_decision") == [
        (mo, "staff.propose_decision", UUID(decision)),
        (mia, "staff.view_decision", UUID(decision)),
        (mia, "staff.confirm_decision", UUID(decision)),
    ]
    events = [line for line in capsys.readouterr().out.splitlines() if "_decision" in line and decision in line]
    assert [str(mo) in events[0], str(mia) in events[-1]] == [True, True]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE confirmations SET settled_by = proposed_by",
        "UPDATE confirmations SET proposed_by = gen_random_uuid()",
        "UPDATE confirmations SET expires_at = now() + interval '1 year'",
        "UPDATE confirmations SET outcome = 'confirmed'",
        "DELETE FROM confirmations",
    ],
)
def test_not_even_the_owner_of_the_tables_makes_one_person_two(
    at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, change: str
) -> None:
    suspend(at_desk(mo), bo)

    with psycopg.connect(superuser_of(town.database)) as owner, pytest.raises(psycopg.Error):
        owner.execute(change.encode())


def test_a_settled_confirmation_stays_as_it_is(at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, mia: UUID) -> None:
    settle(at_desk(mia), suspend(at_desk(mo), bo))

    with psycopg.connect(superuser_of(town.database)) as owner, pytest.raises(psycopg.errors.RaiseException):
        owner.execute("UPDATE confirmations SET outcome = 'refused'")
