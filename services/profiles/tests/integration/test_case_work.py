"""Work on a case before its decision: who has it, its labels, and internal notes."""

from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.events_pb2 import ComplaintDecided
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser
from shared.privacy.erase import erase
from shared.privacy.export import export

from profiles.moderation.domain.desk_queue import DECIDE_WITHIN, Severity
from profiles.storage.data_inventory import DATA_INVENTORY
from profiles.tests.desk import (
    STATED,
    OpenDesk,
    code,
    complaint,
    decide,
    open_member,
    opened,
    queue,
    take,
    ten_seconds_later,
    undo,
    waiting_photo,
)
from profiles.tests.makers import Town
from profiles.wiring import Wiring

NOTE = "Wrote the same to three others."


@pytest.fixture
def ida(town: Town) -> UUID:
    return town.woman(name="Ida")


@pytest.fixture
def mo(at_desk: OpenDesk, town: Town) -> Browser:
    return at_desk(town.woman(name="Mo"))


@pytest.fixture
def colleague(at_desk: OpenDesk, town: Town, ida: UUID) -> Browser:
    """Somebody who has used the desk."""
    desk = at_desk(ida)
    take(desk, complaint(town, None, kind="other"))
    return desk


def assign(desk: Browser, case: UUID, to: UUID | None, key: UUID | None = None, **more: Any) -> tuple[int, str]:
    who = str(to) if to else None
    body: dict[str, Any] = {"id": str(key or uuid4()), "case_id": str(case), "assignee_id": who, "labels": [], **more}
    return code(desk.put("/api/staff-case.php", body))


def make_late(town: Town, case: UUID, severity: Severity) -> None:
    late = DECIDE_WITHIN[severity] + timedelta(minutes=1)
    town.run("UPDATE complaints SET made_at = now() - %(late)s WHERE id = %(id)s", late=late, id=case)


@pytest.mark.usefixtures("colleague")
def test_a_case_is_handed_to_a_colleague_with_a_note(
    mo: Browser, at_desk: OpenDesk, town: Town, ida: UUID, bo: UUID, wired: Wiring
) -> None:
    case, key = complaint(town, bo), uuid4()
    take(mo, case)
    others = at_desk(town.woman())

    for _ in range(2):
        assert assign(mo, case, ida, key, note=NOTE, labels=[" Ring ", "ring"]) == (200, "")

    assert [str(case) in queue(desk) for desk in (mo, at_desk(ida), others)] == [False, True, False]
    assert decide(mo, case, "warn", **STATED) == (409, "case_not_yours")
    answer = at_desk(ida).get("/api/staff-queue.php", assigned="mine", label="ring").json
    assert [(each["id"], each["assignee"]["name"], each["labels"]) for each in answer["cases"]] == [
        (str(case), "Ida", ["ring"])
    ]
    assert answer["assigned_to_me"] == 1
    assert str(case) in queue(others, assigned="anyone")
    found = opened(at_desk(ida), case)
    assert (found["assignee"]["name"], found["labels"]) == ("Ida", ["ring"])
    assert [(note["author_name"], note["text"]) for note in found["notes"]] == [("Mo", NOTE)]
    assert town.rows("SELECT count(*) FROM staff_actions WHERE action = 'staff.assign_case'") == [(1,)]
    assert decide(at_desk(ida), case, "warn", **STATED) == (201, "")
    assert ten_seconds_later(town, wired) == 1
    assert town.rows("SELECT count(*) FROM desk_cases") == [(0,)]


@pytest.mark.usefixtures("colleague")
@pytest.mark.parametrize(("reason", "severity"), [("minor", Severity.UNDER_AGE), ("other", Severity.OTHER)])
def test_a_late_case_is_listed_to_everybody(
    mo: Browser, at_desk: OpenDesk, town: Town, ida: UUID, bo: UUID, reason: str, severity: Severity
) -> None:
    case = complaint(town, bo, reason)
    take(mo, case)
    assert assign(mo, case, ida) == (200, "")
    assert str(case) not in queue(mo)

    make_late(town, case, severity)

    assert str(case) in queue(mo)
    assert str(case) in queue(at_desk(town.woman()))


def test_a_photo_is_kept_for_oneself_and_given_up(mo: Browser, at_desk: OpenDesk, town: Town) -> None:
    _, photo = waiting_photo(town)
    me = UUID(mo.get("/api/staff-colleagues.php").json["colleagues"][0]["id"]) if take(mo, photo) else None
    other = at_desk(town.woman())

    assert assign(mo, photo, me) == (200, "")
    assert mo.delete("/api/staff-case.php", {"case_id": str(photo)}).status_code == 200
    assert (queue(mo), queue(other)) == ([str(photo)], [])
    take(mo, photo)
    assert assign(mo, photo, None) == (200, "")
    mo.delete("/api/staff-case.php", {"case_id": str(photo)})
    assert queue(other) == [str(photo)]


def test_of_two_who_hand_over_at_once_one_has_the_case(
    at_desk: OpenDesk, town: Town, bo: UUID, ida: UUID, colleague: Browser
) -> None:
    case, people = complaint(town, bo), [town.woman(), town.woman()]
    desks = [at_desk(each) for each in people]
    for desk in desks:
        take(desk, complaint(town, None, kind="other"))
    take(desks[0], case)

    answers = at_once(*[partial(assign, desk, case, ida) for desk in desks])

    assert sorted(answers) == [(200, ""), (409, "case_not_yours")]
    assert take(colleague, case) == (201, "")


def test_a_case_is_handed_to_nobody_who_may_not_decide_it(
    mo: Browser, colleague: Browser, town: Town, ida: UUID, bo: UUID
) -> None:
    case = complaint(town, bo, reporter=ida)
    take(mo, case)

    assert assign(mo, case, ida) == (409, "own_case")
    assert assign(mo, case, bo) == (422, "validation_failed")  # not at the desk
    assert assign(mo, case, uuid4()) == (422, "validation_failed")
    assert assign(mo, case, None, labels=["a", "b", "c", "d", "e", "f"]) == (422, "validation_failed")
    assert assign(mo, case, None, labels=["x" * 31]) == (422, "validation_failed")
    assert assign(mo, case, None, note=" ") == (422, "validation_failed")
    assert decide(mo, case, "warn", **STATED) == (201, "")
    assert assign(mo, case, None) == (409, "case_not_yours")


@pytest.mark.usefixtures("colleague")
def test_an_undone_decision_keeps_assignment_and_labels(mo: Browser, town: Town, bo: UUID) -> None:
    case, key = complaint(town, bo), uuid4()
    take(mo, case)
    assign(mo, case, None, labels=["ring"])
    decide(mo, case, "warn", key, **STATED)

    assert undo(mo, key) == (200, "")

    assert opened(mo, case)["labels"] == ["ring"]


def test_notes_are_shown_in_every_case_of_the_member_and_go_with_them(
    mo: Browser, at_desk: OpenDesk, town: Town, bo: UUID, wired: Wiring
) -> None:
    first = complaint(town, bo)
    take(mo, first)
    assert assign(mo, first, None, note=NOTE) == (200, "")
    on_member = {"id": str(uuid4()), "member_id": str(bo), "text": "Called us twice."}
    assert code(mo.post("/api/staff-notes.php", on_member)) == (403, "case_required")
    open_member(mo, bo)
    assert [code(mo.post("/api/staff-notes.php", on_member)) for _ in range(2)] == [(201, "")] * 2
    appeal = complaint(town, bo, kind="appeal")

    written = ["Called us twice.", NOTE]
    assert [each["text"] for each in opened(at_desk(town.woman()), appeal)["notes"]] == written
    page = mo.get("/api/staff-member.php", id=bo).json["member"]
    assert [each["text"] for each in page["notes"]] == written
    nobody = complaint(town, None, kind="other")
    assert opened(mo, nobody)["notes"] == []
    with wired.reads() as reads:
        copy = export(reads.session, DATA_INVENTORY, bo)["case_notes"]
    assert sorted(each["text"] for each in copy) == sorted(written)
    assert {name for each in copy for name in each} == {"id", "member_id", "text", "written_at"}

    with wired.unit_of_work() as uow:
        erase(uow.session, DATA_INVENTORY, bo)
        uow.commit()

    assert town.rows("SELECT count(*) FROM case_notes") == [(0,)]


def test_a_warning_counts_as_long_as_the_site_says_unless_it_was_lifted(mo: Browser, town: Town, bo: UUID) -> None:
    decided = "INSERT INTO decisions (id, member_id, actor_id, measure, decided_at) VALUES (%(id)s, %(bo)s, %(mo)s,"
    for days in (1, 364, 366):
        ago = timedelta(days=days)
        town.run(f"{decided} 'warn', now() - %(ago)s)", id=uuid4(), bo=bo, mo=uuid4(), ago=ago)
    lifted = uuid4()
    town.run(f"{decided} 'warn', now())", id=lifted, bo=bo, mo=uuid4())
    appeal = complaint(town, bo, kind="appeal", decision=lifted)
    town.run("UPDATE complaints SET decided_at = now(), outcome = 'acted' WHERE id = %(id)s", id=appeal)

    context = opened(mo, complaint(town, bo))["context"]

    assert (context["warnings"], context["warnings_expired"]) == (2, 1)


def test_a_notice_is_named_and_its_sender_hears_of_the_decision(
    mo: Browser, at_desk: OpenDesk, town: Town, bo: UUID, wired: Wiring
) -> None:
    notice, key = complaint(town, None, kind="other"), uuid4()
    take(mo, notice)

    for _ in range(2):
        assert assign(mo, notice, None, key, about_id=str(bo)) == (200, "")

    assert opened(mo, notice)["complaint"]["about_id"] == str(bo)
    assert assign(mo, notice, None, about_id=str(town.man())) == (422, "validation_failed")
    assert decide(mo, notice, "warn", **STATED) == (201, "")
    assert ten_seconds_later(town, wired) == 1
    assert [each.outcome for each in announced(wired.database, ComplaintDecided)] == ["acted"]
    assert town.rows("SELECT member_id FROM staff_actions WHERE action = 'staff.name_member'") == [(bo,)]


def test_a_named_notice_joins_the_case_of_its_member(mo: Browser, town: Town, bo: UUID) -> None:
    report, notice = complaint(town, bo), complaint(town, None, kind="other")
    take(mo, notice)

    assert mo.put(
        "/api/staff-case.php",
        {"id": str(uuid4()), "case_id": str(notice), "assignee_id": None, "labels": [], "about_id": str(bo)},
    ).json == {"open": False}

    assert [each["id"] for each in opened(mo, notice)["reports"]] == [str(report), str(notice)]


def test_nobody_names_themselves_a_stranger_or_a_member_of_another_pool(
    at_desk: OpenDesk, mo: Browser, town: Town, ida: UUID
) -> None:
    notice, desk = complaint(town, None, kind="other"), at_desk(ida)
    take(desk, notice)

    answers = [assign(desk, notice, None, about_id=str(each)) for each in (ida, uuid4(), town.man(pool=2))]

    assert answers == [(409, "own_case"), (422, "validation_failed"), (422, "validation_failed")]
    assert assign(mo, notice, None, about_id=str(town.man())) == (409, "case_not_yours")
    assert town.rows("SELECT about_id FROM complaints") == [(None,)]
