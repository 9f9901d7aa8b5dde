"""Sanctions of the desk: what they hide, how they end, and the appeal against them."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from pairwise.profiles.v1.events_pb2 import MemberModerated, VisibilityChanged
from shared.kit.testing.announced import announced
from shared.kit.testing.database import superuser_of
from shared.kit.testing.web import Browser
from shared.privacy import DeletedAfter

from profiles.moderation.usecases.take_measure import lift_ended
from profiles.storage.data_inventory import DATA_INVENTORY
from profiles.tests.makers import Town
from profiles.tests.moderation import STATED
from profiles.wiring import Wiring
from profiles.worker import jobs


def measure(desk: Browser, member: UUID, what: str, **more: Any) -> Any:
    return desk.post(
        "/api/staff-member.php", {"id": str(uuid4()), "member_id": str(member), "measure": what, **STATED, **more}
    )


def open_member(desk: Browser, member: UUID) -> None:
    body = {"id": str(uuid4()), "member_id": str(member), "reason": "A telephone call"}
    assert desk.post("/api/staff-access.php", body).status_code == 201


@pytest.mark.parametrize("path", ["staff-photos", "staff-complaints", "staff-member"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_the_desk_is_closed_to_everyone_else(browser: Browser, ann: UUID, path: str, method: str) -> None:
    browser.as_member(ann, premium=True)
    answer = browser.get(f"/api/{path}.php") if method == "get" else browser.post(f"/api/{path}.php", {})

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "forbidden")


@pytest.mark.parametrize("what", ["hide", "suspend"])
def test_a_hidden_member_is_gone_until_it_is_lifted(
    desk: Browser, browser: Browser, town: Town, ann: UUID, bo: UUID, what: str
) -> None:
    staff = town.woman(name="Mia")

    def is_there() -> list[bool]:
        browser.as_member(bo)
        found = any(card["id"] == str(ann) for card in browser.get("/api/search.php").json["profiles"])
        return [found, browser.get("/api/profile.php", id=ann).status_code == 200]

    assert is_there() == [True, True]
    assert measure(browser.as_member(staff, staff=True), ann, what, days=7).status_code == 201
    assert is_there() == [False, False]
    assert browser.as_member(ann).get("/api/profile.php").status_code == 200

    [decision] = browser.get("/api/decision.php").json["decisions"]
    assert (decision["measure"], decision["facts"], decision["automated"]) == (what, STATED["facts"], False)
    assert decision["until"] is not None
    assert "actor_id" not in decision

    measure(browser.as_member(staff, staff=True), ann, "lift")
    assert is_there() == [True, True]
    assert [event.measure for event in announced(town.database, MemberModerated)] == [what, "lift"]
    assert [event.hidden for event in announced(town.database, VisibilityChanged)] == [True, False]


def test_a_warning_hides_nobody(desk: Browser, town: Town, ann: UUID) -> None:
    assert measure(desk, ann, "warn").status_code == 201

    assert town.rows("SELECT hidden, sanction FROM profiles WHERE member_id = %(id)s", id=ann) == [(False, None)]
    open_member(desk, ann)
    assert desk.get("/api/staff-member.php", id=ann).json["member"]["decisions"][0]["measure"] == "warn"


def test_time_lifts_what_has_an_end(desk: Browser, wired: Wiring, town: Town, ann: UUID, bo: UUID) -> None:
    measure(desk, ann, "hide", days=1)
    measure(desk, bo, "hide", days=1)
    town.run("UPDATE profiles SET sanction_until = now() - interval '1 second' WHERE member_id = %(id)s", id=ann)

    lift_ended(wired.unit_of_work())
    lift_ended(wired.unit_of_work())

    assert town.rows("SELECT member_id FROM profiles WHERE hidden") == [(bo,)]
    assert town.rows("SELECT automated, actor_id FROM decisions WHERE measure = 'lift'") == [(True, None)]


def test_nobody_judges_themselves(browser: Browser, ann: UUID) -> None:
    answer = measure(browser.as_member(ann, staff=True), ann, "lift")
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "own_case")


@pytest.mark.parametrize(
    "statement",
    ["UPDATE decisions SET reason = 'other'", "DELETE FROM decisions", "UPDATE decisions SET actor_id = NULL"],
)
def test_decisions_stay_as_they_are(desk: Browser, town: Town, ann: UUID, statement: str) -> None:
    measure(desk, ann, "warn")

    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        town.run(statement)
    # The owner, too, is stopped: by the trigger.
    with (
        psycopg.connect(superuser_of(town.database)) as connection,
        pytest.raises(psycopg.errors.RaiseException, match="only ever added"),
    ):
        connection.execute(statement.encode())


def test_old_decisions_go_and_younger_ones_stay(wired: Wiring, desk: Browser, town: Town, ann: UUID) -> None:
    [forget] = [job for job in jobs(wired) if job.name == "forget_old_rows"]
    [term] = [
        one.retention.after
        for one in DATA_INVENTORY
        if one.table == "decisions" and isinstance(one.retention, DeletedAfter)
    ]
    measure(desk, ann, "warn")
    for age in (term - timedelta(days=1), term + timedelta(days=1)):
        town.run(
            "INSERT INTO decisions (id, member_id, measure, decided_at)"
            " VALUES (%(id)s, %(ann)s, 'lift', now() - %(age)s)",
            id=uuid4(),
            ann=ann,
            age=age,
        )

    forget.run()

    assert town.rows("SELECT measure, now() - decided_at > %(term)s FROM decisions ORDER BY 1", term=term) == [
        ("lift", False),
        ("warn", False),
    ]


def test_a_member_is_looked_up_by_name_and_id(desk: Browser, ann: UUID) -> None:
    found = desk.post("/api/staff-find.php", {"by": "name", "text": "ann", "reason": "A telephone call"}).json["found"]
    assert [member["id"] for member in found] == [str(ann)]

    open_member(desk, ann)
    member = desk.get("/api/staff-member.php", id=ann).json["member"]
    assert (member["name"], member["state"], member["sanction"], len(member["photos"])) == ("Ann", "active", None, 1)
    assert desk.get("/api/staff-member.php", id=uuid4()).status_code == 404
