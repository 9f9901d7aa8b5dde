"""Messages as evidence of a complaint."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from shared.kit.core import NotFound
from shared.kit.testing.web import Browser
from shared.privacy import erase

from profiles.moderation.domain.moderation import Proof, Shown
from profiles.storage.data_inventory import DATA_INVENTORY
from profiles.tests.makers import Town
from profiles.tests.moderation import complain, decide
from profiles.wiring import Wiring

UNBLOCKED = {"around": False, "blocked": False, "part": None}


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
    assert (own["about_name"], "about_id" in own) == (None, False)  # the name of a member who left is not shown
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
