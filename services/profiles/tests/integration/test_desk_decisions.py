"""Decisions of the queue: undone for ten seconds, then in force once; one for many cases that are alike."""

from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.events_pb2 import ComplaintDecided, MemberModerated
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
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
    waiting_photo,
)
from profiles.tests.makers import Town
from profiles.wiring import Wiring

SAME, OTHER = b"\x01" * 160, b"\x02" * 160
TEXT = "Please send me money for the train."


@pytest.fixture
def mo(at_desk: OpenDesk, town: Town) -> Browser:
    return at_desk(town.woman(name="Mo"))


def log(town: Town) -> list[tuple[Any, ...]]:
    return town.rows("SELECT member_id, measure, template FROM decisions ORDER BY number")


def test_a_decision_takes_effect_after_ten_seconds(mo: Browser, town: Town, wired: Wiring, bo: UUID) -> None:
    case = complaint(town, bo)
    take(mo, case)

    assert decide(mo, case, "warn", **STATED) == (201, "")
    assert queue(mo) == []
    assert carry_out(wired) == 0
    assert (log(town), announced(town.database, MemberModerated)) == ([], [])

    assert ten_seconds_later(town, wired) == 1

    assert log(town) == [(bo, "warn", "money")]
    assert len(announced(town.database, MemberModerated)) == len(announced(town.database, ComplaintDecided)) == 1
    assert town.rows("SELECT (SELECT count(*) FROM desk_decisions), (SELECT count(*) FROM desk_leases)") == [(0, 0)]
    own = mo.as_member(bo).get("/api/decision.php").json["decisions"]
    assert [(each["template"], each["facts"]) for each in own] == [("money", None)]


def test_an_undone_decision_has_reached_nobody(mo: Browser, town: Town, wired: Wiring, bo: UUID) -> None:
    case, key = complaint(town, bo), uuid4()
    take(mo, case)
    decide(mo, case, "suspend", key, **STATED)

    assert undo(mo, key) == (200, "")

    assert queue(mo) == [str(case)]
    assert ten_seconds_later(town, wired) == 0
    assert (log(town), announced(town.database, MemberModerated)) == ([], [])
    assert decide(mo, case, "dismiss", reason="fraud", ground="terms") == (201, "")


def test_what_has_taken_effect_is_not_undone(mo: Browser, town: Town, wired: Wiring, bo: UUID) -> None:
    case, key = complaint(town, bo), uuid4()
    take(mo, case)
    decide(mo, case, "warn", key, **STATED)
    town.run(ALL_DUE)

    assert undo(mo, key) == (409, "too_late_to_undo")
    carry_out(wired)
    assert undo(mo, key) == (409, "too_late_to_undo")


def test_only_its_maker_undoes_a_decision(mo: Browser, at_desk: OpenDesk, town: Town, bo: UUID) -> None:
    case, key = complaint(town, bo), uuid4()
    take(mo, case)
    decide(mo, case, "warn", key, **STATED)

    assert undo(at_desk(town.woman()), key) == (409, "too_late_to_undo")


def test_a_decision_sent_again_is_one(mo: Browser, town: Town, wired: Wiring, bo: UUID) -> None:
    case, key = complaint(town, bo), uuid4()
    take(mo, case)

    answers = at_once(*[partial(decide, mo, case, "warn", key, **STATED)] * 3)
    assert answers == [(201, "")] * 3
    assert decide(mo, case, "suspend", key, **STATED) == (422, "idempotency_key_reused")

    town.run(ALL_DUE)
    at_once(*[partial(carry_out, wired)] * 3)
    assert log(town) == [(bo, "warn", "money")]
    assert decide(mo, case, "warn", **STATED)[0] == 409


def test_a_worker_that_dies_halfway_leaves_one_decision(mo: Browser, town: Town, wired: Wiring, bo: UUID) -> None:
    case = complaint(town, bo)
    take(mo, case)
    decide(mo, case, "warn", **STATED)
    kept = town.rows("SELECT * FROM desk_decisions")
    ten_seconds_later(town, wired)
    marks = ", ".join(["%s"] * len(kept[0]))
    with wired.database.engine.begin() as connection:  # as if the deletion had not been committed
        connection.exec_driver_sql(f"INSERT INTO desk_decisions VALUES ({marks})", kept[0])  # noqa: S608

    assert ten_seconds_later(town, wired) == 1

    assert log(town) == [(bo, "warn", "money")]


def test_a_decision_that_the_state_forbids_by_now_is_dropped(mo: Browser, town: Town, wired: Wiring, bo: UUID) -> None:
    case = complaint(town, bo)
    take(mo, case)
    decide(mo, case, "warn", **STATED)
    town.run("UPDATE complaints SET decided_at = now(), outcome = 'acted'")

    assert ten_seconds_later(town, wired) == 0
    assert log(town) == []
    assert town.rows("SELECT count(*) FROM desk_decisions") == [(0,)]


@pytest.mark.parametrize(
    ("measure", "more", "expected"),
    [
        ("approve", {}, ["approve_photo"]),
        ("reject", {"photo_reason": "nudity"}, ["reject_photo"]),
        ("warn", {"photo_reason": "nudity", "template": "nudity_unasked"}, ["reject_photo", "warn"]),
        ("suspend", {"photo_reason": "someone_else", "template": "false_identity"}, ["reject_photo", "suspend"]),
    ],
)
def test_photos_are_decided(
    mo: Browser, town: Town, wired: Wiring, measure: str, more: dict[str, Any], expected: list[str]
) -> None:
    _, photo = waiting_photo(town)
    take(mo, photo)

    assert decide(mo, photo, measure, **more) == (201, "")
    ten_seconds_later(town, wired)

    assert [row[1] for row in log(town)] == expected


def test_a_ban_for_good_waits_for_a_second_person(mo: Browser, town: Town, wired: Wiring, bo: UUID) -> None:
    case = complaint(town, bo)
    take(mo, case)
    decide(mo, case, "suspend", **STATED)

    ten_seconds_later(town, wired)

    assert town.rows("SELECT member_id, outcome FROM confirmations") == [(bo, None)]


def test_one_decision_for_the_same_picture_has_a_row_for_each(mo: Browser, town: Town, wired: Wiring) -> None:
    (ann, first), (bea, second), (_, different) = [waiting_photo(town, one) for one in (SAME, SAME, OTHER)]
    assert opened(mo, first)["alike"] == [str(second)]

    assert decide(mo, first, "reject", photo_reason="advertising", also=[str(different)]) == (422, "validation_failed")
    assert decide(mo, first, "reject", photo_reason="advertising", also=[str(second)]) == (201, "")
    assert queue(mo) == [str(different)]
    assert ten_seconds_later(town, wired) == 2

    assert sorted(row[0] for row in log(town)) == sorted([ann, bea])
    assert {row[1] for row in log(town)} == {"reject_photo"}


def test_one_decision_for_the_same_text_has_a_row_for_each(mo: Browser, town: Town, wired: Wiring, bo: UUID) -> None:
    def sent_by(member: UUID) -> list[dict[str, str]]:
        return [{"id": str(uuid4()), "sender_id": str(member), "text": TEXT, "sent_at": "2026-01-01T00:00:00Z"}]

    cy, di = town.man(photos=()), town.man(photos=())
    cases = [complaint(town, one, kind="chat", evidence=sent_by(one)) for one in (bo, cy)]
    harassment = complaint(town, di, "harassment", kind="chat", evidence=sent_by(di))
    key = uuid4()

    assert opened(mo, cases[0])["alike"] == [str(cases[1])]
    assert decide(mo, cases[0], "warn", key, also=[str(cases[1])], **STATED) == (201, "")
    assert queue(mo) == [str(harassment)]
    assert undo(mo, key) == (200, "")
    assert decide(mo, cases[0], "warn", also=[str(cases[1])], **STATED) == (201, "")
    ten_seconds_later(town, wired)

    assert sorted(log(town)) == sorted([(bo, "warn", "money"), (cy, "warn", "money")])


def test_a_case_another_has_open_is_not_decided_with_others(mo: Browser, at_desk: OpenDesk, town: Town) -> None:
    (_, first), (_, second) = [waiting_photo(town, SAME) for _ in range(2)]
    take(at_desk(town.woman()), second)

    assert opened(mo, first)["alike"] == []
    assert decide(mo, first, "approve", also=[str(second)]) == (422, "validation_failed")
    assert town.rows("SELECT count(*) FROM desk_decisions") == [(0,)]


def test_of_two_batches_at_once_that_share_a_case_one_wins(at_desk: OpenDesk, town: Town) -> None:
    (_, first), (_, second), (_, third) = [waiting_photo(town, SAME) for _ in range(3)]
    one, other = at_desk(town.woman()), at_desk(town.woman())
    take(one, first)
    take(other, second)

    answers = at_once(
        partial(decide, one, first, "approve", also=[str(third)]),
        partial(decide, other, second, "approve", also=[str(third)]),
    )

    assert sorted(status for status, _ in answers)[0] == 201
    assert town.rows("SELECT count(*) FROM desk_decisions WHERE case_id = %(id)s", id=third) == [(1,)]


@pytest.mark.parametrize(
    "body",
    [
        {"measure": "approve", "reason": "fraud"},
        {"measure": "reject"},
        {"measure": "warn", "reason": "fraud", "ground": "terms"},
        {"measure": "warn", "reason": "fraud", "photo_reason": "nudity", "template": "money"},
        {"measure": "burn", **STATED},
        {"measure": "warn", **STATED, "template": "unknown"},
        {"measure": "warn", **STATED, "facts": " "},
        {"measure": "suspend", **STATED, "days": 0},
        {"measure": "warn", **STATED, "also": ["x"]},
        {"measure": "warn", **STATED, "more": 1},
        {"measure": "reject", "photo_reason": "nudity"},  # of a complaint
        {"measure": "lift", **STATED},  # of no appeal
        {"measure": "dismiss_abuse", **STATED},  # of no member's complaint
    ],
)
def test_bad_decisions_change_nothing(mo: Browser, town: Town, bo: UUID, body: dict[str, Any]) -> None:
    case = complaint(town, bo)
    take(mo, case)

    answer = mo.post("/api/staff-decision.php", {"id": str(uuid4()), "case_id": str(case), **body})

    assert answer.status_code == 422
    assert town.rows("SELECT count(*) FROM desk_decisions") == [(0,)]
