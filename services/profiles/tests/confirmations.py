"""Requests of the desk and of members in the tests of decisions that take two people."""

from typing import Any
from uuid import UUID, uuid4

import psycopg
from shared.kit.testing.database import superuser_of
from shared.kit.testing.web import Browser

from profiles.tests.makers import Town

STATED = {"reason": "fraud", "ground": "terms", "facts": "Asked three members for money."}


def suspend(desk: Browser, member: UUID, **more: Any) -> str:
    body = {"id": str(uuid4()), "member_id": str(member), "measure": "suspend", **STATED, **more}
    assert desk.post("/api/staff-member.php", body).status_code == 201
    return Town(desk.app.extensions["wiring"].database).newest("decisions")


def lift(desk: Browser, member: UUID) -> int:
    body = {"id": str(uuid4()), "member_id": str(member), "measure": "lift", **STATED}
    return desk.post("/api/staff-member.php", body).status_code


def settle(desk: Browser, decision: str, refusal: str | None = None) -> tuple[int, str]:
    body = {"id": str(uuid4()), "decision_id": decision, "confirmed": refusal is None}
    answer = desk.post("/api/staff-confirmations.php", body if refusal is None else {**body, "facts": refusal})
    return answer.status_code, (answer.json.get("error") or {}).get("code", "")


def waiting(desk: Browser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.get("/api/staff-confirmations.php").json["decisions"]
    return found


def outcomes(town: Town) -> list[str | None]:
    return [outcome for (outcome,) in town.rows("SELECT outcome FROM confirmations ORDER BY asked_at")]


def sanction(town: Town, member: UUID) -> tuple[Any, ...]:
    [found] = town.rows(
        "SELECT sanction, CAST(sanction_until - now() AS interval) > interval '13 days',"
        " sanction_until - now() < interval '15 days', hidden FROM profiles WHERE member_id = %(id)s",
        id=member,
    )
    return found


IN_FORCE_FOR_NOW, FOR_GOOD, FREE = ("suspend", True, True, True), ("suspend", None, None, True), (None,) * 3 + (False,)


def let_time_pass(town: Town) -> None:
    """Two weeks: the time to confirm is over, and so is what was in force until then."""
    with psycopg.connect(superuser_of(town.database)) as owner:
        owner.execute("ALTER TABLE confirmations DISABLE TRIGGER confirmations_stay")
        owner.execute("UPDATE confirmations SET expires_at = now() - interval '1 second'")
        owner.execute("ALTER TABLE confirmations ENABLE TRIGGER confirmations_stay")
    town.run("UPDATE profiles SET sanction_until = now() - interval '1 second' WHERE sanction_until IS NOT NULL")


def appeal(browser: Browser, decision: str) -> None:
    body = {"id": str(uuid4()), "decision_id": decision, "text": "It was not me."}
    assert browser.as_visitor().post("/api/appeal.php", body).status_code == 201


def grant_appeal(desk: Browser) -> tuple[int, str]:
    [case] = [one for one in desk.get("/api/staff-complaints.php").json["complaints"] if one["kind"] == "appeal"]
    body = {"id": str(uuid4()), "complaint_id": case["id"], "measure": "lift", **STATED}
    answer = desk.post("/api/staff-complaints.php", body)
    return answer.status_code, (answer.json.get("error") or {}).get("code", "")
