"""The desk's read access: for a case or a stated reason only, and on record before the answer."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask
from pairwise.chat.v1.events_pb2 import EvidenceViewed
from pairwise.profiles.v1.profiles_pb2 import RecordEvidenceViewRequest, RecordEvidenceViewResponse
from shared.kit.core import Malformed, NotFound
from shared.kit.grpc import Client
from shared.kit.http.app import create_app
from shared.kit.testing.database import superuser_of, with_lock_timeout
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

from profiles.tests.desk import REASON, complaint, looks, open_member
from profiles.tests.integration.test_events import consume
from profiles.tests.makers import Town
from profiles.web import BLUEPRINTS
from profiles.wiring import Wiring


def look_at(desk: Browser, member: UUID) -> tuple[int, str]:
    answer = desk.get("/api/staff-member.php", id=member)
    return answer.status_code, (answer.json.get("error") or {}).get("code", "")


def test_without_a_case_or_reason_nobody_is_shown_and_nothing_is_disclosed(desk: Browser, ann: UUID) -> None:
    answer = desk.get("/api/staff-member.php", id=ann)

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "case_required")
    assert "Ann" not in answer.text


def open_until(desk: Browser, member: UUID) -> datetime | None:
    answer = desk.get("/api/staff-access.php", id=member)
    assert answer.status_code == 200
    return datetime.fromisoformat(answer.json["open_until"]) if answer.json["open_until"] else None


def test_whether_a_member_is_open_is_answered_without_a_look(
    desk: Browser, app: Flask, keys: KeyPair, town: Town, mo: UUID, ann: UUID
) -> None:
    other = Browser(app, keys).as_member(town.woman(name="Other"), staff=True)
    assert open_until(desk, ann) is None
    open_member(desk, ann)
    [(opened_at,)] = town.rows("SELECT at FROM staff_actions WHERE action = 'staff.open_member'")

    assert open_until(desk, ann) == opened_at + timedelta(hours=1)
    assert open_until(other, ann) is None
    assert desk.get("/api/staff-access.php", id=uuid4()).status_code == 404
    assert looks(town, "view_member") == []


def test_a_stated_reason_opens_a_member_and_each_look_is_on_record(
    desk: Browser, town: Town, mo: UUID, ann: UUID
) -> None:
    assert open_member(desk, ann).status_code == 201

    assert [look_at(desk, ann), look_at(desk, ann)] == [(200, "")] * 2

    assert looks(town, "open_member") == [(mo, ann, None, REASON)]
    assert looks(town, "view_member") == [(mo, ann, None, REASON)] * 2


def test_a_case_opens_who_it_is_about_and_who_brought_it(desk: Browser, town: Town, mo: UUID, ann: UUID) -> None:
    bo, cas = town.man(), town.man()
    case = complaint(town, ann, reporter=bo)

    opened = {member: open_member(desk, member, {"case_id": str(case)}).status_code for member in (ann, bo, cas)}

    assert opened == {ann: 201, bo: 201, cas: 422}
    assert [look_at(desk, member)[0] for member in (ann, bo, cas)] == [200, 200, 403]
    assert looks(town, "view_member") == [(mo, ann, case, None), (mo, bo, case, None)]


def test_a_profile_opened_by_one_person_stays_closed_to_another(
    desk: Browser, app: Flask, keys: KeyPair, town: Town, ann: UUID
) -> None:
    other = Browser(app, keys).as_member(town.woman(name="Other"), staff=True)
    open_member(desk, ann)

    assert look_at(other, ann) == (403, "case_required")


def test_after_an_hour_the_reason_is_stated_again(desk: Browser, town: Town, mo: UUID, ann: UUID) -> None:
    town.run(
        "INSERT INTO staff_actions (actor_id, action, member_id, reason, at)"
        " VALUES (%(actor)s, 'staff.open_member', %(member)s, 'Old', now() - interval '61 minutes')",
        actor=mo,
        member=ann,
    )

    assert open_until(desk, ann) is None
    assert look_at(desk, ann) == (403, "case_required")


@pytest.mark.parametrize(
    "why",
    [
        {},
        {"reason": ""},
        {"reason": "   "},
        {"reason": "x" * 501},
        {"reason": None, "case_id": None},
        {"reason": "Both", "case_id": str(uuid4())},
        {"case_id": str(uuid4())},
        {"case_id": "no id"},
        {"reason": 7},
    ],
)
def test_a_bad_reason_opens_nothing(desk: Browser, ann: UUID, why: dict[str, Any]) -> None:
    assert open_member(desk, ann, why).status_code in (400, 422)
    assert look_at(desk, ann) == (403, "case_required")


def test_opening_again_with_the_same_key_is_recorded_once(desk: Browser, town: Town, ann: UUID) -> None:
    body = {"id": str(uuid4()), "member_id": str(ann), "reason": REASON}
    statuses = at_once(*[lambda: desk.post("/api/staff-access.php", body).status_code] * 4)
    changed = desk.post("/api/staff-access.php", {**body, "reason": "Another reason"})

    assert set(statuses) == {201}
    assert changed.status_code == 422
    assert len(looks(town, "open_member")) == 1


def test_the_queues_are_on_record(desk: Browser, town: Town, mo: UUID, ann: UUID) -> None:
    case = complaint(town, ann)
    town.run("UPDATE photos SET status = 'pending' WHERE member_id = %(id)s", id=ann)
    [(photo,)] = town.rows("SELECT id FROM photos WHERE member_id = %(id)s", id=ann)

    for _ in range(3):
        desk.get("/api/staff-complaints.php")
        desk.get("/api/staff-photos.php")

    assert looks(town, "view_complaint") == [(mo, ann, case, None)]
    assert looks(town, "view_photo") == [(mo, ann, photo, None)]


OF_A_MEMBER = ("staff-member", "staff-facts", "staff-payments", "staff-conversations")


@pytest.mark.parametrize("path", ["staff-complaints", "staff-photos", *OF_A_MEMBER])
def test_a_look_that_cannot_be_recorded_is_not_shown(
    wired: Wiring, keys: KeyPair, desk: Browser, town: Town, mo: UUID, ann: UUID, path: str
) -> None:
    complaint(town, ann)
    town.run("UPDATE photos SET status = 'pending' WHERE member_id = %(id)s", id=ann)
    open_member(desk, ann)
    limited = replace(wired, database=with_lock_timeout(wired.database, milliseconds=300))
    desk = Browser(create_app(wired.settings, limited.database, BLUEPRINTS, limited), keys).as_member(mo, staff=True)
    with psycopg.connect(superuser_of(town.database)) as other:
        other.execute("LOCK TABLE staff_actions IN ACCESS EXCLUSIVE MODE")
        answer = desk.get(f"/api/{path}.php", **({"id": ann} if path in OF_A_MEMBER else {}))

    assert answer.status_code == 503
    assert "Wants money" not in answer.text


def test_the_record_cannot_be_changed_by_the_service_or_its_owner(desk: Browser, town: Town, ann: UUID) -> None:
    open_member(desk, ann)

    for change in ("UPDATE staff_actions SET reason = 'Another'", "DELETE FROM staff_actions"):
        with psycopg.connect(town.database.dsn) as service, pytest.raises(psycopg.errors.InsufficientPrivilege):
            service.execute(change)
        with psycopg.connect(superuser_of(town.database)) as owner, pytest.raises(psycopg.errors.RaiseException):
            owner.execute(change)


def test_every_look_is_a_security_event_without_the_words(
    desk: Browser, town: Town, mo: UUID, ann: UUID, capsys: pytest.CaptureFixture[str]
) -> None:
    open_member(desk, ann)
    look_at(desk, ann)

    written = capsys.readouterr().out
    events = [line for line in written.splitlines() if "security" in line]
    assert any("staff.open_member" in line for line in events)
    assert any("staff.view_member" in line and str(ann) in line and str(mo) in line for line in events)
    assert REASON not in json.dumps(events)


def with_evidence(town: Town, member: UUID, message: UUID, site: str = "pairwise") -> UUID:
    case = complaint(town, member)
    town.run(
        "UPDATE complaints SET site = %(site)s, evidence = CAST(%(evidence)s AS jsonb) WHERE id = %(id)s",
        id=case,
        evidence=json.dumps([{"id": str(message)}]),
        site=site,
    )
    return case


def record_evidence_view(profiles: Client, actor: UUID | str, message: UUID, pool: int = 1) -> None:
    request = RecordEvidenceViewRequest(actor_id=str(actor), message_id=str(message), pool=pool)
    profiles.ask("RecordEvidenceView", request, RecordEvidenceViewResponse)


def test_a_photo_of_a_chat_shown_as_proof_is_on_record(profiles: Client, town: Town, mo: UUID, ann: UUID) -> None:
    message = uuid4()
    case = with_evidence(town, ann, message)

    for _ in range(2):
        record_evidence_view(profiles, mo, message)

    assert looks(town, "view_evidence") == [(mo, ann, case, None)]


def test_a_view_that_chat_announces_is_on_record_with_its_time_once(
    wired: Wiring, town: Town, mo: UUID, ann: UUID
) -> None:
    message, foreign = uuid4(), uuid4()
    case = with_evidence(town, ann, message)
    with_evidence(town, ann, foreign, site="iskra")

    for number, asked in enumerate((message, message, foreign, uuid4())):
        event = EvidenceViewed(actor_id=str(mo), message_id=str(asked), pool=1)
        event.viewed_at.FromDatetime(datetime.now(UTC) - timedelta(minutes=10 - number))
        consume(wired, event)

    assert looks(town, "view_evidence") == [(mo, ann, case, None)]
    assert town.rows("SELECT at < now() - interval '5 minutes' FROM staff_actions") == [(True,)]


def test_a_message_that_came_with_no_complaint_of_the_pool_is_refused(
    profiles: Client, town: Town, mo: UUID, ann: UUID
) -> None:
    message, foreign = uuid4(), uuid4()
    with_evidence(town, ann, message)
    with_evidence(town, ann, foreign, site="iskra")

    for asked in (uuid4(), foreign):
        with pytest.raises(NotFound):
            record_evidence_view(profiles, mo, asked)
    with pytest.raises(Malformed):
        record_evidence_view(profiles, "nobody", message)
    assert looks(town, "view_evidence") == []
