"""Conversations at the desk: a list for an opened member, their messages for a reason of their own."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from shared.kit.testing.web import Browser

from profiles.moderation.domain.read_conversation import ConversationPage, MemberConversation
from profiles.tests.desk import REASON, complaint, looks, open_member
from profiles.tests.fakes import FakeEvidence
from profiles.tests.makers import Town
from profiles.wiring import Wiring

AT = datetime(2026, 6, 1, 12, tzinfo=UTC)
CONVERSATION = uuid4()


@pytest.fixture
def chat(wired: Wiring, ann: UUID, bo: UUID, monkeypatch: pytest.MonkeyPatch) -> FakeEvidence:
    fake = FakeEvidence()
    fake.listed[ann] = [MemberConversation(CONVERSATION, bo, 60, AT), MemberConversation(uuid4(), uuid4(), 1, AT)]
    fake.pages[(ann, CONVERSATION, None)] = ConversationPage(bo, [message(bo, "hello")], 11)
    fake.pages[(ann, CONVERSATION, 11)] = ConversationPage(bo, [message(ann, "", retracted_at=AT.isoformat())], None)
    monkeypatch.setitem(wired.__dict__, "evidence", fake)
    return fake


def message(sender: UUID, text: str, **changes: str) -> dict[str, str | None]:
    return {
        "id": str(uuid4()),
        "sender_id": str(sender),
        "kind": "text",
        "text": text,
        "gift": None,
        "icebreaker": None,
        "sent_at": AT.isoformat(),
        "retracted_at": None,
        **changes,
    }


def read(desk: Browser, member: UUID, **changes: Any) -> Any:
    body = {"member_id": str(member), "conversation_id": str(CONVERSATION), "reason": REASON, **changes}
    return desk.post("/api/staff-conversation.php", {name: value for name, value in body.items() if value is not None})


def test_the_list_has_names_and_counts_and_is_recorded(
    desk: Browser, town: Town, chat: FakeEvidence, mo: UUID, ann: UUID
) -> None:
    open_member(desk, ann)

    listed = desk.get("/api/staff-conversations.php", id=ann).json["conversations"]

    assert [(each["partner_name"], each["messages"]) for each in listed] == [("Bo", 60), (None, 1)]
    assert looks(town, "view_conversations") == [(mo, ann, None, REASON)]
    assert looks(town, "read_conversation") == []


def test_each_page_is_read_for_a_reason_that_is_recorded(
    desk: Browser, town: Town, chat: FakeEvidence, mo: UUID, ann: UUID, bo: UUID
) -> None:
    open_member(desk, ann)

    newest = read(desk, ann).json
    older = read(desk, ann, before_seq=newest["before_seq"]).json

    assert (newest["partner_id"], [each["text"] for each in newest["messages"]]) == (str(bo), ["hello"])
    assert [(each["text"], bool(each["retracted_at"])) for each in older["messages"]] == [("", True)]
    assert older["before_seq"] is None
    assert looks(town, "read_conversation") == [(mo, ann, CONVERSATION, REASON)] * 2


def test_a_member_that_is_not_open_has_no_conversations(
    desk: Browser, town: Town, chat: FakeEvidence, ann: UUID
) -> None:
    answers = [desk.get("/api/staff-conversations.php", id=ann), read(desk, ann)]

    assert [(each.status_code, each.json["error"]["code"]) for each in answers] == [(403, "case_required")] * 2
    assert looks(town, "read_conversation") == []


def test_a_conversation_with_an_opponent_is_not_read(
    desk: Browser, town: Town, chat: FakeEvidence, mo: UUID, ann: UUID, bo: UUID
) -> None:
    open_member(desk, ann)
    complaint(town, mo, reporter=bo)

    assert read(desk, ann).json["error"]["code"] == "own_case"
    assert looks(town, "read_conversation") == []


def test_a_conversation_of_others_and_one_while_chat_is_down_are_not_shown(
    desk: Browser, town: Town, chat: FakeEvidence, ann: UUID
) -> None:
    open_member(desk, ann)

    assert read(desk, ann, conversation_id=str(uuid4())).status_code == 404
    chat.is_down = True
    assert [read(desk, ann).status_code, desk.get("/api/staff-conversations.php", id=ann).status_code] == [503, 503]
    assert looks(town, "read_conversation") == []


@pytest.mark.parametrize(
    "changes",
    [{"reason": None}, {"reason": " "}, {"reason": "x" * 501}, {"conversation_id": "x"}, {"before_seq": 0},
     {"before_seq": 2**53 + 1}, {"before_seq": "1 OR 1=1"}, {"member_id": ""}, {"more": 1}],
)  # fmt: skip
def test_a_reading_that_says_too_little_is_refused(
    desk: Browser, town: Town, chat: FakeEvidence, ann: UUID, changes: dict[str, Any]
) -> None:
    open_member(desk, ann)

    assert read(desk, ann, **changes).status_code in (400, 422)
    assert looks(town, "read_conversation") == []
