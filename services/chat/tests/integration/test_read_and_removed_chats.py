"""Reading up to a message, removing a conversation, and refusals."""

from uuid import uuid4

import pytest
from chat.domain.conversation import conversation_of
from chat.tests.fakes import FakeTyping
from chat.tests.requests import chats_of
from chat.tests.world import World
from pairwise.chat.v1.events_pb2 import ConversationRead
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser


def test_across_a_block_nothing_is_read(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    read = {"conversation_id": str(conversation_of(ann, bo)), "read_seq": 1}
    for blocker, blocked in ((ann, bo), (bo, ann)):
        world.block(blocker, blocked)
        assert browser.as_member(bo).put("/api/chat.php", read).status_code == 404
        world.unblock(blocker, blocked)

    assert browser.as_member(ann).get("/api/chat.php", profile=str(bo)).json["partner_read_seq"] == 0


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"profile": "x"},
        {"profile": str(uuid4()), "conversation": str(uuid4())},
        {"profile": str(uuid4()), "before": "-1"},
        {"profile": str(uuid4()), "other": "1"},
    ],
)
def test_a_question_that_makes_no_sense_is_refused(world: World, browser: Browser, query: dict[str, str]) -> None:
    answer = browser.as_member(world.a_member()).get("/api/chat.php", **query)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")


def test_reading_only_goes_forward(world: World, browser: Browser, database: Database) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    for sender, recipient in ((ann, bo), (ann, bo), (bo, ann), (ann, bo)):
        world.send(sender, recipient)
    conversation = str(conversation_of(ann, bo))
    browser.as_member(bo)

    totals = [
        browser.put("/api/chat.php", {"conversation_id": conversation, "read_seq": seq}).json["total_unread_messages"]
        for seq in (1, 3, 2, 999)
    ]

    assert totals == [2, 1, 1, 0]
    assert [event.read_seq for event in announced(database, ConversationRead)] == [1, 3, 4]
    assert browser.as_member(ann).get("/api/chat.php", conversation=conversation).json["partner_read_seq"] == 4


def test_a_removed_chat_comes_back_with_the_next_message_only(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo, "old")
    conversation = str(conversation_of(ann, bo))
    browser.as_member(bo)

    assert [browser.delete("/api/chat.php", {"conversation": conversation}).status_code for _ in range(2)] == [200, 200]
    removed = chats_of(browser, bo)
    assert (removed["chats"], removed["total_unread_messages"]) == ([], 0)
    assert len(chats_of(browser, ann)["chats"]) == 1
    world.send(ann, bo, "new")
    found = chats_of(browser, bo)
    assert (len(found["chats"]), found["total_unread_messages"]) == (1, 1)
    chat = browser.get("/api/chat.php", conversation=conversation).json
    assert [message["text"] for message in chat["messages"]] == ["new"]
    assert (chat["has_older"], chat["removed_before_seq"]) == (False, 1)


def test_a_chat_is_removed_by_its_id_or_by_whom_it_is_with(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    browser.as_member(bo)
    own, other = str(conversation_of(ann, bo)), str(uuid4())
    unclear = [
        {},
        {"conversation": own, "profile_id": str(ann)},
        {"conversation_id": own, "profile_id": str(ann)},
        {"conversation": own, "conversation_id": other},
    ]

    assert [browser.delete("/api/chat.php", body).status_code for body in unclear] == [422] * len(unclear)
    assert browser.delete("/api/chat.php", {"profile_id": str(bo)}).status_code == 404
    for body in ({"conversation": own}, {"conversation_id": own, "conversation": own}, {"profile_id": str(ann)}):
        assert browser.delete("/api/chat.php", body).status_code == 200
        assert chats_of(browser, bo)["chats"] == []
        world.send(ann, bo)


def test_typing_is_shown_to_partners_only(world: World, browser: Browser, typing: FakeTyping) -> None:
    ann, bo, cas, dirk = (world.a_member() for _ in range(4))
    world.send(ann, bo)
    world.send(ann, dirk)
    world.block(dirk, ann)
    browser.as_member(ann)

    answers = [browser.post("/api/typing.php", {"profile_id": str(to)}) for to in (bo, cas, dirk, uuid4())]

    assert [(answer.status_code, answer.json) for answer in answers] == [(202, {})] * 4
    assert typing.reported == [(bo, ann, conversation_of(ann, bo))]


@pytest.mark.parametrize(
    ("method", "path"),
    [("get", "chats"), ("get", "chat"), ("post", "chat"), ("put", "chat"), ("delete", "chat"), ("post", "typing")],
)
def test_strangers_get_nothing(browser: Browser, method: str, path: str) -> None:
    call = getattr(browser, method)
    answer = call(f"/api/{path}.php") if method == "get" else call(f"/api/{path}.php", {})

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "authentication_required")
