"""Conversations that a participant mutes or archives, for themselves."""

from functools import partial
from uuid import UUID, uuid4

import pytest
from chat.domain.conversation import conversation_of
from chat.tests.requests import chats_of
from chat.tests.streams import Live
from chat.tests.together import outcomes_of
from chat.tests.world import World
from chat.usecases.change_chat import ChatChange, change_chat
from pairwise.chat.v1.events_pb2 import ConversationMuted
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser
from werkzeug.test import TestResponse


def change(browser: Browser, member: UUID, conversation: UUID, **settings: bool | None) -> TestResponse:
    body = {"conversation_id": str(conversation), **settings}
    return browser.as_member(member).put("/api/chat-settings.php", body)


def settings_of(browser: Browser, member: UUID) -> tuple[bool, bool]:
    [chat] = chats_of(browser, member)["chats"]
    return chat["muted"], chat["archived"]


def test_only_the_member_who_asked_sees_it(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)

    assert change(browser, ann, conversation_of(ann, bo), muted=True, archived=True).status_code == 200

    assert settings_of(browser, ann) == (True, True)
    assert settings_of(browser, bo) == (False, False)
    chat = browser.as_member(ann).get("/api/chat.php", profile=str(bo)).json
    assert (chat["muted"], chat["archived"]) == (True, True)


def test_an_absent_field_stays_as_it_is(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    conversation = conversation_of(ann, bo)

    change(browser, ann, conversation, muted=True)
    change(browser, ann, conversation, archived=True)

    assert settings_of(browser, ann) == (True, True)
    change(browser, ann, conversation, muted=False)
    assert settings_of(browser, ann) == (False, True)


@pytest.mark.parametrize("is_own", [False, True])
def test_a_message_brings_an_archived_conversation_back(world: World, browser: Browser, is_own: bool) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    change(browser, ann, conversation_of(ann, bo), archived=True)

    world.send(ann, bo) if is_own else world.send(bo, ann)

    assert settings_of(browser, ann) == (False, False)


def test_a_muted_one_stays_archived_and_is_counted(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    change(browser, ann, conversation_of(ann, bo), muted=True, archived=True)

    world.send(bo, ann)

    assert settings_of(browser, ann) == (True, True)
    assert chats_of(browser, ann)["total_unread_messages"] == 1


def test_however_often_it_is_announced_and_delivered_once(world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    mute = ChatChange(is_muted=True)

    outcomes_of([partial(change_chat, world.unit(), ann, conversation_of(ann, bo), mute) for _ in range(8)])

    [event] = announced(world.database, ConversationMuted)
    assert (event.member_id, event.conversation_id, event.is_muted) == (str(ann), str(conversation_of(ann, bo)), True)
    assert world.rows("SELECT member_id FROM feed WHERE kind = 'changed'") == [(ann,)]


def test_archiving_is_announced_to_nobody(world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)

    change_chat(world.unit(), ann, conversation_of(ann, bo), ChatChange(is_archived=True))

    assert announced(world.database, ConversationMuted) == []


def test_the_members_other_pages_are_notified(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)

    with live.page(ann) as own, live.page(bo) as partner:
        change_chat(world.unit(), ann, conversation_of(ann, bo), ChatChange(is_muted=True))
        received = own.next()
        assert partner.receives_nothing()

    assert (received.name, received.data) == ("changed", {"conversation_id": str(conversation_of(ann, bo))})


@pytest.mark.parametrize("what", ["blocked", "deleted"])
def test_it_is_allowed_whatever_became_of_the_partner(world: World, browser: Browser, what: str) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    world.block(bo, ann) if what == "blocked" else world.delete(bo)

    assert change(browser, ann, conversation_of(ann, bo), archived=True).status_code == 200


def test_conversations_of_others_and_none_are_the_same_404(world: World, browser: Browser) -> None:
    ann, bo, eve = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Eve")
    world.send(ann, bo)

    for conversation in (conversation_of(ann, bo), uuid4()):
        answer = change(browser, eve, conversation, muted=True)
        assert (answer.status_code, answer.json["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize("body", [{}, {"muted": True}, {"conversation_id": "x", "muted": True}, {"muted": "maybe"}])
def test_a_change_that_makes_no_sense_is_refused(world: World, browser: Browser, body: dict[str, object]) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    named = {"conversation_id": str(conversation_of(ann, bo))} if body in ({}, {"muted": "maybe"}) else {}

    answer = browser.as_member(ann).put("/api/chat-settings.php", {**named, **body})

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")


def names_found(browser: Browser, member: UUID, name: str) -> list[str]:
    answer = browser.as_member(member).get("/api/chats-search.php", name=name)
    return [chat["profile"]["id"] for chat in answer.json["chats"]]


def test_conversations_are_found_by_a_part_of_the_name(world: World, browser: Browser) -> None:
    ann, bo, bob, eve = (world.a_member(name) for name in ("Ann", "Bo", "Bob", "Eve"))
    for partner in (bo, bob, eve):
        world.send(ann, partner)

    assert names_found(browser, ann, "bO") == [str(bob), str(bo)]
    assert names_found(browser, ann, "v") == [str(eve)]
    assert names_found(browser, ann, "%") == names_found(browser, eve, "bo") == []


@pytest.mark.parametrize("what", ["blocked", "deleted", "moderated"])
def test_nobody_is_found_who_is_not_shown(world: World, browser: Browser, what: str) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    {
        "blocked": lambda: world.block(bo, ann),
        "deleted": lambda: world.delete(bo),
        "moderated": lambda: world.moderate(bo),
    }[what]()

    assert names_found(browser, ann, "Bo") == []


@pytest.mark.parametrize("query", [{}, {"name": ""}, {"name": "x" * 41}, {"name": "x", "other": "1"}])
def test_a_search_that_makes_no_sense_is_refused(world: World, browser: Browser, query: dict[str, str]) -> None:
    answer = browser.as_member(world.a_member()).get("/api/chats-search.php", **query)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")
