"""Ids that clients make are idempotency keys of their kind and actor: no row has one as its own id."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from shared.kit.http import Input
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.pictures.tests import makers as files

from profiles.tests.desk import OpenDesk, complaint, decide, opened, queue, take, ten_seconds_later, undo, waiting_photo
from profiles.tests.evidence import STATED, Case
from profiles.tests.fakes import FakeEvidence
from profiles.tests.makers import Town
from profiles.wiring import Wiring

# Their `id` is of something that is there.
NAMES_A_ROW = {
    "FactsQuery",
    "MemberQuery",
    "PictureQuery",
    "ProfileQuery",
    "RelatedQuery",
    "SupportQuery",
    "UndoDecision",
    "VerificationForm",
}
# Idempotency keys, and the batch by which a person undoes their own decision.
KEPT_IN = {("kit", "answers", "key"), ("public", "desk_decisions", "batch_id")}
UUID_COLUMNS = """
    SELECT table_schema, table_name, column_name FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name)
    WHERE data_type = 'uuid' AND table_schema IN ('public', 'kit') AND table_type = 'BASE TABLE'
"""


@pytest.fixture
def at_desk(app: Flask, keys: KeyPair) -> OpenDesk:
    return lambda member: Browser(app, keys).as_member(member, staff=True, support=True)


@pytest.fixture
def chat(wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> FakeEvidence:
    evidence = FakeEvidence()
    monkeypatch.setitem(wired.__dict__, "evidence", evidence)
    return evidence


def _create_calls(town: Town, chat: FakeEvidence, desk: Browser, browser: Browser) -> dict[str, Callable[[str], Any]]:
    """By the model of its body: a call that creates something under the id given. They run in this order."""
    bo, ann = town.man(photos=()), town.woman()
    lina = town.woman(fictional=True, photos=())
    case = Case(town, chat, ann, bo)
    reported, queued = complaint(town, ann), complaint(town, town.woman())
    _, photo = waiting_photo(town)

    def post(path: str, **body: Any) -> Callable[[str], Any]:
        return lambda key: desk.post(f"/api/{path}.php", {"id": key, **body})

    def settle(key: str) -> Any:
        body = {"decision_id": town.newest("decisions"), "confirmed": True}
        return (
            Browser(desk.app, desk._keys)
            .as_member(town.woman(), staff=True)
            .post("/api/staff-confirmations.php", {"id": key, **body})
        )

    def case_work(key: str) -> Any:
        take(desk, queued)
        body: dict[str, Any] = {"id": key, "case_id": str(queued), "assignee_id": None, "labels": []}
        return desk.put("/api/staff-case.php", body)

    def message(key: str) -> Any:
        take(desk, queued)
        return post("staff-messages", case_id=str(queued), text="Please add a photo.")(key)

    def queued_decision(key: str) -> Any:
        return post("staff-decision", case_id=str(queued), measure="dismiss", reason="fraud", ground="terms")(key)

    def note(key: str) -> Any:
        desk.get("/api/staff-member.php", id=str(ann))
        return post("staff-notes", member_id=str(ann), text="Called the member.")(key)

    def appeal(key: str) -> Any:
        return browser.as_visitor().post(
            "/api/appeal.php", {"id": key, "decision_id": town.newest("decisions"), "text": "Not me."}
        )

    def plan(key: str) -> Any:
        town.run("INSERT INTO acquaintances VALUES (%(her)s, %(bo)s) ON CONFLICT DO NOTHING", her=her, bo=bo)
        body = {"id": key, "profile_id": str(her), "place": "Café", "meets_at": datetime.now(UTC).isoformat()}
        return browser.as_member(bo).post("/api/date-plans.php", body)

    def verification(key: str) -> Any:
        return browser.as_member(her).put("/api/verification.php", {"id": key})

    def ask_verification(key: str) -> Any:
        about_her = complaint(town, her, "fake")
        opened(desk, about_her)
        return desk.post("/api/staff-verification.php", {"id": key, "case_id": str(about_her)})

    her = town.woman()
    report = {"kind": "profile", "about_id": str(ann), "reason": "fake", "text": "An actor."}
    return {
        "FictionalPhotoForm": lambda key: (
            Browser(desk.app, desk._keys)
            .as_member(ann, writer=True)
            .upload("/api/fictional-photo.php", {"id": key, "profile_id": str(lina)}, photo=files.jpeg())
        ),
        "PhotoForm": lambda key: browser.as_member(bo).upload("/api/photo.php", {"id": key}, photo=files.jpeg()),
        "ComplaintIn": lambda key: browser.as_member(bo).post("/api/complaint.php", {"id": key, **report}),
        "Block": lambda key: browser.as_member(bo).post("/api/block.php", {"id": key, "profile_id": str(ann)}),
        "MakeDatePlan": plan,
        "DrawPosesIn": verification,
        "AskVerification": ask_verification,
        "Unmatch": lambda key: browser.as_member(bo).post("/api/unmatch.php", {"id": key, "profile_id": str(ann)}),
        "Inspect": post("staff-photos", photo_id=str(photo), seen="pending", reason="nudity"),
        "DecideComplaint": post("staff-complaints", complaint_id=str(reported), measure="warn", **STATED),
        "BlockPicture": lambda key: desk.post("/api/staff-blocked-pictures.php", case.body() | {"id": key}),
        "OpenMember": post("staff-access", member_id=str(ann), reason="The police asked, case 7"),
        "SupportOpen": post("support-member", member_id=str(ann), reason="She wrote to us, case 7"),
        "SupportAct": post(
            "support-act", member_id=str(ann), act="give_credits", credits=5, reason="She wrote to us, case 7"
        ),
        "CaseWorkIn": case_work,
        "DeskMessageIn": message,
        "DecideCases": queued_decision,
        "NoteIn": note,
        "TakeMeasure": post("staff-member", member_id=str(town.man()), measure="suspend", **STATED),
        "ConfirmDecision": settle,
        "AppealIn": appeal,
    }


def models(model: type[Input] = Input) -> Iterator[type[Input]]:
    for each in model.__subclasses__():
        yield from (each, *models(each))


def test_one_key_for_everything_meets_nothing(
    at_desk: OpenDesk, browser: Browser, town: Town, wired: Wiring, chat: FakeEvidence
) -> None:
    """Two actors use the same key in every call that creates something: each call creates its own, and no row's id is
    the key, nor one that can be computed from it."""
    key = uuid4()

    for _ in range(2):
        calls = _create_calls(town, chat, at_desk(town.woman(name="Mo")), browser)
        for name, call in calls.items():
            answer = call(str(key))
            assert answer.status_code in (200, 201), (name, answer.json)
        town.run("DELETE FROM blocked_pictures")
    ten_seconds_later(town, wired)

    named = {
        model.__name__
        for model in models()
        if model.__module__.startswith("profiles.")
        and not model.__name__.startswith("_")
        and "id" in model.model_fields
    }
    assert named == {*calls, *NAMES_A_ROW}
    derived = (
        "SELECT version FROM (SELECT substr({column}::text, 15, 1) AS version FROM {table}) AS ids WHERE version = '5'"
    )
    for schema, table, column in town.rows(UUID_COLUMNS):
        if (schema, table, column) not in KEPT_IN:
            found = town.rows(f'SELECT count(*) FROM {schema}.{table} WHERE "{column}" = %(key)s', key=key)  # noqa: S608
            assert found == [(0,)], (table, column)
    for table in ("decisions", "complaints", "confirmations"):
        column = "decision_id" if table == "confirmations" else "id"
        assert town.rows(derived.format(table=table, column=column)) == []


def test_a_photo_outlives_a_complaint_with_its_id(
    at_desk: OpenDesk, browser: Browser, town: Town, wired: Wiring, bo: UUID
) -> None:
    desk = at_desk(town.woman(name="Mo"))
    _, photo = waiting_photo(town)
    report = {"id": str(photo), "kind": "other", "reason": "fraud", "text": "Something else."}
    assert browser.as_member(bo).post("/api/complaint.php", report).status_code == 201
    [filed] = [case for case in queue(desk) if case != str(photo)]
    take(desk, UUID(filed))
    assert decide(desk, UUID(filed), "dismiss", reason="other", ground="terms") == (201, "")
    ten_seconds_later(town, wired)

    assert take(desk, photo) == (201, "")
    assert decide(desk, photo, "approve") == (201, "")
    assert ten_seconds_later(town, wired) == 1
    assert town.rows("SELECT status FROM photos WHERE id = %(id)s", id=photo) == [("active",)]


def test_old_rows_of_both_kinds_with_one_id_are_decided_one_after_the_other(
    at_desk: OpenDesk, town: Town, wired: Wiring, bo: UUID
) -> None:
    """Up to 0.2.0 complaints were stored under the client's id."""
    desk = at_desk(town.woman(name="Mo"))
    _, photo = waiting_photo(town)
    town.run("UPDATE complaints SET id = %(id)s WHERE id = %(made)s", id=photo, made=complaint(town, bo))

    take(desk, photo)
    decide(desk, photo, "dismiss", reason="other", ground="terms")
    ten_seconds_later(town, wired)
    assert queue(desk) == [str(photo)]
    take(desk, photo)
    decide(desk, photo, "approve")
    ten_seconds_later(town, wired)

    assert queue(desk) == []
    assert town.rows("SELECT measure FROM decisions ORDER BY number") == [("dismiss",), ("approve_photo",)]


def test_an_upload_with_the_id_of_a_photo_in_quarantine_does_not_keep_it_there(
    at_desk: OpenDesk, browser: Browser, town: Town, bo: UUID
) -> None:
    desk = at_desk(town.woman(name="Mo"))
    upload = {"photo": files.jpeg()}
    photo = browser.as_member(bo).upload("/api/photo.php", {"id": str(uuid4())}, **upload).json["photo"]["id"]
    body = {"photo_id": photo, "reason": "illegal"}
    assert desk.post("/api/staff-photos.php", {"id": str(uuid4()), "seen": "active", **body}).status_code == 201
    town.run("DELETE FROM blocked_pictures")
    stranger = town.man(photos=())
    assert browser.as_member(stranger).upload("/api/photo.php", {"id": photo}, **upload).status_code == 201

    body |= {"reason": "nudity"}
    assert desk.post("/api/staff-photos.php", {"id": str(uuid4()), "seen": "rejected", **body}).status_code == 201
    assert town.rows("SELECT member_id FROM photos WHERE status = 'rejected'") == [(bo,)]


def test_a_colleague_with_the_same_batch_undoes_their_own(at_desk: OpenDesk, town: Town, bo: UUID) -> None:
    mo, mia, batch = at_desk(town.woman(name="Mo")), at_desk(town.woman(name="Mia")), uuid4()
    cases = {mo: complaint(town, bo), mia: complaint(town, town.woman())}
    for desk, case in cases.items():
        take(desk, case)
        assert decide(desk, case, "dismiss", batch, reason="other", ground="terms") == (201, "")

    assert undo(mia, batch) == (200, "")

    assert town.rows("SELECT case_id FROM desk_decisions") == [(cases[mo],)]
