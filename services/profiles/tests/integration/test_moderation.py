"""The desk: inspection, measures, complaints and appeals; each put down, told, and only once."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from pairwise.profiles.v1.events_pb2 import (
    ComplaintDecided,
    ComplaintReceived,
    MemberModerated,
    PhotoApproved,
    PhotoRejected,
    VisibilityChanged,
)
from shared.kit.errors import Conflict, NotFound
from shared.kit.testing.announced import announced
from shared.kit.testing.database import superuser_of
from shared.kit.testing.web import Browser
from shared.privacy import DeletedAfter, erase

from profiles.domain.moderation import Complaint, Desk, Kind, Proof, Shown
from profiles.domain.photo import PhotoStatus, RejectReason
from profiles.errors import TooManyComplaints
from profiles.storage.data_inventory import DATA_INVENTORY
from profiles.storage.seed import SeedPhoto
from profiles.tests.makers import THUMBHASH, Town
from profiles.usecases.complain import complain as take_complaint
from profiles.usecases.inspect_photo import inspect_photo
from profiles.usecases.take_measure import lift_ended
from profiles.wiring import Wiring
from profiles.worker import jobs

STATED = {"reason": "harassment", "ground": "terms", "facts": "Wrote threats to three members."}


@pytest.fixture
def ann(town: Town) -> UUID:
    return town.woman()


@pytest.fixture
def bo(town: Town) -> UUID:
    return town.man()


@pytest.fixture
def desk(browser: Browser, town: Town) -> Browser:
    return browser.as_member(town.woman(name="Mo"), staff=True)


def waiting(town: Town, name: str = "members/waiting") -> tuple[UUID, UUID]:
    member = town.woman(photos=(SeedPhoto(name, THUMBHASH),))
    town.run("UPDATE photos SET status = 'pending' WHERE member_id = %(id)s", id=member)
    return member, UUID(str(town.rows("SELECT id FROM photos WHERE member_id = %(id)s", id=member)[0][0]))


def inspect(desk: Browser, photo: UUID, reason: str | None = None, seen: str = "pending") -> Any:
    return desk.post(
        "/api/staff-photos.php", {"id": str(uuid4()), "photo_id": str(photo), "seen": seen, "reason": reason}
    )


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


def test_a_photo_is_approved(desk: Browser, town: Town) -> None:
    member, photo = waiting(town)
    queue = desk.get("/api/staff-photos.php").json
    assert ([each["id"] for each in queue["photos"]], queue["waiting"]) == ([str(photo)], 1)

    assert inspect(desk, photo).status_code == 201

    assert desk.get("/api/staff-photos.php").json == {"photos": [], "waiting": 0}
    assert town.rows("SELECT has_image FROM search_rows WHERE id = %(id)s", id=member) == [(True,)]
    assert [event.photo_id for event in announced(town.database, PhotoApproved)] == [str(photo)]
    [(automated, measure_, actor)] = town.rows("SELECT automated, measure, actor_id FROM decisions")
    assert (automated, measure_, actor is None) == (False, "approve_photo", False)


def test_a_photo_is_rejected_with_its_reason(desk: Browser, town: Town) -> None:
    member, photo = waiting(town)

    assert inspect(desk, photo, "nudity").status_code == 201

    own = desk.as_member(member).get("/api/photo.php").json["photos"][0]
    assert (own["status"], own["reason"]) == ("rejected", "nudity")
    assert [(event.photo_id, event.reason) for event in announced(town.database, PhotoRejected)] == [
        (str(photo), "nudity")
    ]
    [decision] = desk.get("/api/decision.php").json["decisions"]
    assert (decision["measure"], decision["reason"], decision["can_appeal"]) == ("reject_photo", "nudity", True)


def test_the_desk_sees_what_waits_and_nobody_else_does(
    desk: Browser, browser: Browser, town: Town, media_folder: Any, bo: UUID
) -> None:
    waiting(town, "members/seen")
    (media_folder / "members").mkdir(exist_ok=True)
    (media_folder / "members" / "seen-800.webp").write_bytes(b"photo")
    link = desk.get("/api/staff-photos.php").json["photos"][0]["large_src"]

    assert desk.get(link).data == b"photo"
    assert browser.as_member(bo).get(link).status_code == 404


def test_a_decision_can_be_changed(desk: Browser, town: Town) -> None:
    member, photo = waiting(town)

    assert inspect(desk, photo).status_code == 201
    assert inspect(desk, photo, "nudity", seen="active").status_code == 201
    assert inspect(desk, photo, "minor", seen="rejected").status_code == 201
    assert inspect(desk, photo, "unclear", seen="active").json["error"]["code"] == "already_decided"

    own = desk.as_member(member).get("/api/photo.php").json["photos"][0]
    assert (own["status"], own["reason"]) == ("rejected", "minor")
    assert town.rows("SELECT count(*) FROM decisions") == [(3,)]


def test_two_at_the_desk_decide_once(wired: Wiring, town: Town) -> None:
    _, photo = waiting(town)

    def decide(number: int) -> bool:
        reason = RejectReason.UNCLEAR if number % 2 else None
        try:
            inspect_photo(
                wired.unit_of_work(), Desk(uuid4(), 1, ()), uuid4(), photo, PhotoStatus.PENDING, reason, lambda _: b""
            )
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(decide, range(6))).count(True) == 1

    assert town.rows("SELECT count(*) FROM decisions") == [(1,)]
    assert len(announced(town.database, PhotoApproved)) + len(announced(town.database, PhotoRejected)) == 1


def test_a_retry_at_the_desk_is_the_same_decision(desk: Browser, town: Town) -> None:
    _, photo = waiting(town)
    body = {"id": str(uuid4()), "photo_id": str(photo), "seen": "pending"}

    assert [desk.post("/api/staff-photos.php", body).status_code for _ in range(2)] == [201, 201]
    assert inspect(desk, photo).json["error"]["code"] == "already_decided"


def test_an_id_that_is_another_decisions_is_a_conflict(
    desk: Browser, browser: Browser, town: Town, ann: UUID, bo: UUID
) -> None:
    """Ids are made by browsers: another person at the desk, or a member, may come with one that is taken."""
    key = str(uuid4())
    body = {"id": key, "member_id": str(ann), "measure": "warn", **STATED}
    assert desk.post("/api/staff-member.php", body).status_code == 201
    complaint = {"id": str(uuid4()), "kind": "profile", "about_id": str(ann), "reason": "fake", "text": "An actor."}
    assert browser.as_member(bo).post("/api/complaint.php", complaint).status_code == 201

    browser.as_member(town.woman(name="Mia"), staff=True)
    taken = browser.post("/api/staff-member.php", body)
    assert (taken.status_code, taken.json["error"]["code"]) == (409, "conflict")
    browser.as_member(town.man(name="Max"))
    taken = browser.post("/api/complaint.php", complaint)
    assert (taken.status_code, taken.json["error"]["code"]) == (409, "conflict")

    assert town.rows("SELECT count(*) FROM decisions") == [(1,)]
    assert town.rows("SELECT reporter_id FROM complaints") == [(bo,)]


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


def complain(browser: Browser, **body: Any) -> Any:
    usual = {"id": str(uuid4()), "kind": "profile", "reason": "fake", "text": "These are photos of an actor."}
    return browser.post("/api/complaint.php", {**usual, **body})


def decide(desk: Browser, complaint: str, what: str) -> Any:
    return desk.post(
        "/api/staff-complaints.php", {"id": str(uuid4()), "complaint_id": complaint, "measure": what, **STATED}
    )


def test_anyone_can_complain_and_hears_how_it_ends(browser: Browser, town: Town, ann: UUID) -> None:
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


UNBLOCKED = {"blocked": False}


class Chat:
    def __init__(self, said: list[dict[str, Any]], conversation_id: UUID | None = None) -> None:
        self.said, self.conversation_id = said, conversation_id

    def shown(self, member_id: UUID, partner_id: UUID | None, proof: Proof) -> Shown:
        if proof.conversation_id not in (None, self.conversation_id):
            raise NotFound()
        sender_id = UUID(self.said[0]["sender_id"])
        named = [message for message in self.said if proof.is_newest or UUID(message["id"]) in proof.message_ids]
        return Shown(partner_id or sender_id, named)


def test_proof_is_what_was_said(
    browser: Browser, wired: Wiring, town: Town, ann: UUID, bo: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = {"id": str(uuid4()), "sender_id": str(ann), "sent_at": "2026-06-01T12:00:00+00:00"}
    said = message | {"text": "Send me money", "kind": "photo", "gift": None, "icebreaker": None, "retracted_at": None}
    monkeypatch.setitem(wired.__dict__, "evidence", Chat([said]))

    assert complain(browser.as_member(bo), kind="chat", about_id=str(ann), messages=[said["id"]]).status_code == 201
    made_up = complain(browser, kind="chat", about_id=str(ann), messages=[said["id"], str(uuid4())])
    assert made_up.json["error"]["errors"][0]["field"] == "messages"

    desk = browser.as_member(town.woman(name="Mo"), staff=True)
    assert desk.get("/api/staff-complaints.php").json["complaints"][0]["evidence"] == [said | UNBLOCKED]


@pytest.fixture
def said(wired: Wiring, ann: UUID, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What Ann wrote in a conversation that chat knows."""
    message = {"id": str(uuid4()), "sender_id": str(ann), "sent_at": "2026-06-01T12:00:00+00:00"}
    said = message | {"text": "Send me money", "kind": "text", "gift": None, "icebreaker": None, "retracted_at": None}
    monkeypatch.setitem(wired.__dict__, "evidence", Chat([said], uuid4()))
    return said


def about_the_chat(browser: Browser, wired: Wiring, **body: Any) -> Any:
    conversation = wired.evidence.conversation_id  # type: ignore[attr-defined]
    return complain(browser, kind="chat", conversation_id=str(conversation), **body)


def test_a_member_who_left_is_reported_by_the_conversation(
    browser: Browser, wired: Wiring, town: Town, ann: UUID, bo: UUID, said: dict[str, Any]
) -> None:
    town.run("UPDATE profiles SET state = 'deleted' WHERE member_id = %(id)s", id=ann)

    assert about_the_chat(browser.as_member(bo), wired, messages=[said["id"]]).status_code == 201

    [own] = browser.get("/api/complaint.php").json["complaints"]
    assert (own["about_name"], "about_id" in own) == (None, False)  # nobody is told the name of who has left
    desk = browser.as_member(town.woman(name="Mo"), staff=True)
    [complaint] = desk.get("/api/staff-complaints.php").json["complaints"]
    assert (complaint["about_id"], complaint["about_name"], complaint["about_state"]) == (str(ann), "Ann", "deleted")
    assert complaint["evidence"] == [said | UNBLOCKED]
    assert decide(desk, complaint["id"], "suspend").status_code == 201


def test_a_complaint_about_the_erased_stays_and_can_only_be_closed(
    browser: Browser, wired: Wiring, town: Town, ann: UUID, bo: UUID, said: dict[str, Any]
) -> None:
    before = about_the_chat(browser.as_member(bo), wired, messages=[said["id"]]).json["number"]
    with wired.unit_of_work() as uow:
        erase(uow.session, DATA_INVENTORY, ann)
        uow.commit()
    after = about_the_chat(browser, wired, newest_messages=True).json["number"]

    desk = browser.as_member(town.woman(name="Mo"), staff=True)
    complaints = desk.get("/api/staff-complaints.php").json["complaints"]
    assert [(each["number"], each["about_state"], each["about_name"]) for each in complaints] == [
        (before, "erased", None),
        (after, "erased", None),
    ]
    assert [each["evidence"] for each in complaints] == [[said | UNBLOCKED]] * 2
    assert [decide(desk, complaints[0]["id"], what).status_code for what in ("suspend", "dismiss")] == [404, 201]


def test_the_newest_messages_are_proof_where_the_chat_is_closed(
    browser: Browser, wired: Wiring, town: Town, ann: UUID, bo: UUID, said: dict[str, Any]
) -> None:
    town.block(ann, bo)

    answer = complain(browser.as_member(bo), kind="chat", about_id=str(ann), newest_messages=True)

    assert answer.status_code == 201
    assert town.rows("SELECT evidence FROM complaints") == [([said],)]


def test_nobody_complains_with_what_others_said(
    browser: Browser, wired: Wiring, ann: UUID, bo: UUID, said: dict[str, Any]
) -> None:
    apart = complain(browser.as_member(bo), kind="chat", conversation_id=str(uuid4()), newest_messages=True)
    both = about_the_chat(browser, wired, about_id=str(ann))
    named = about_the_chat(browser, wired, messages=[said["id"]], newest_messages=True)

    assert [apart.status_code, both.status_code, named.status_code] == [404, 422, 422]


def test_a_visitor_has_no_conversation_to_show(browser: Browser) -> None:
    assert complain(browser, kind="chat", conversation_id=str(uuid4())).status_code == 422


def test_proof_from_before_kinds_were_kept_is_words(desk: Browser, town: Town, ann: UUID, bo: UUID) -> None:
    complain(desk.as_member(bo), kind="profile", about_id=str(ann))
    kept = {"id": str(uuid4()), "sender_id": str(ann), "text": "Hello", "sent_at": "2026-06-01T12:00:00+00:00"}
    town.run("UPDATE complaints SET evidence = CAST(%(kept)s AS jsonb)", kept=json.dumps([kept]))

    desk.as_member(town.woman(name="Mia"), staff=True)
    [proof] = desk.get("/api/staff-complaints.php").json["complaints"][0]["evidence"]
    assert proof == kept | {"kind": "text", "gift": None, "icebreaker": None, "retracted_at": None} | UNBLOCKED


def test_a_visitor_has_no_messages_to_show(browser: Browser, ann: UUID) -> None:
    assert complain(browser, kind="chat", about_id=str(ann), messages=[str(uuid4())]).status_code == 422


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
            return bool(take_complaint(wired.unit_of_work(), wired.evidence, 1, complaint, Proof()))
        except TooManyComplaints:
            return False

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(send, range(8))) == 3


def test_a_decision_is_appealed_once_and_lifted(desk: Browser, browser: Browser, town: Town, ann: UUID) -> None:
    measure(desk, ann, "suspend")
    [event] = announced(town.database, MemberModerated)

    def appeal() -> Any:
        # The suspended have no session; the id came by mail.
        body = {"id": str(uuid4()), "decision_id": event.decision_id, "text": "It was not me."}
        return browser.post("/api/appeal.php", body)

    assert [appeal().status_code for _ in range(2)] == [201, 409]
    [complaint] = desk.get("/api/staff-complaints.php").json["complaints"]
    assert (complaint["kind"], complaint["decision_id"]) == ("appeal", event.decision_id)

    # Nobody looks again at what they decided themselves.
    own = decide(desk, complaint["id"], "dismiss")
    assert (own.status_code, own.json["error"]["code"]) == (409, "own_decision_appealed")
    assert decide(desk.as_member(town.woman(name="Cy"), staff=True), complaint["id"], "lift").status_code == 201

    [lifted, suspended] = browser.as_member(ann).get("/api/decision.php").json["decisions"]
    assert (lifted["measure"], suspended["appeal"], suspended["can_appeal"]) == ("lift", "acted", False)
    assert town.rows("SELECT count(*) FROM profiles WHERE hidden") == [(0,)]


def test_a_decision_without_a_sanction_is_not_appealed(desk: Browser, town: Town) -> None:
    _, photo = waiting(town)
    inspect(desk, photo)
    [(decision,)] = town.rows("SELECT id FROM decisions")

    answer = desk.post("/api/appeal.php", {"id": str(uuid4()), "decision_id": str(decision), "text": "Why?"})
    unknown = desk.post("/api/appeal.php", {"id": str(uuid4()), "decision_id": str(uuid4()), "text": "Why?"})

    assert (answer.json["error"]["code"], unknown.status_code) == ("appeal_not_possible", 404)


def test_a_member_is_looked_up_by_name_and_id(desk: Browser, ann: UUID) -> None:
    found = desk.get("/api/staff-member.php", name="ann").json["found"]
    assert [member["id"] for member in found] == [str(ann)]

    open_member(desk, ann)
    member = desk.get("/api/staff-member.php", id=ann).json["member"]
    assert (member["name"], member["state"], member["sanction"], len(member["photos"])) == ("Ann", "active", None, 1)
    assert desk.get("/api/staff-member.php", id=uuid4()).status_code == 404
