"""Reactions to messages, answers that quote one, and messages that are taken back."""

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from chat.domain.conversation import conversation_of
from chat.domain.message import Draft, Message, Reaction
from chat.tests.requests import chats_of
from chat.tests.streams import Live
from chat.tests.together import outcomes_of
from chat.tests.world import World
from chat.usecases.react import react
from shared.kit.core import NotFound
from shared.kit.testing.web import Browser

URL = "/api/chat-reaction.php"


def reactions_of(browser: Browser, viewer: UUID, partner: UUID) -> list[dict[str, str | None]]:
    answer = browser.as_member(viewer).get("/api/chat.php", profile=str(partner))
    return [message["reactions"] for message in answer.json["messages"]]


def test_each_of_two_has_one_reaction_to_a_message(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)

    for member, kind in ((bo, "wow"), (bo, "heart"), (ann, "laugh")):
        body = {"message_id": str(message.id), "reaction": kind}
        assert browser.as_member(member).put(URL, body).json["message"]["reactions"]["own"] == kind

    assert reactions_of(browser, ann, bo) == [{"own": "laugh", "partner": "heart"}]
    assert reactions_of(browser, bo, ann) == [{"own": "heart", "partner": "laugh"}]
    browser.as_member(bo).put(URL, {"message_id": str(message.id), "reaction": None})
    assert reactions_of(browser, ann, bo) == [{"own": "laugh", "partner": None}]


def test_a_repeated_reaction_is_delivered_once(world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)

    outcomes_of([lambda: react(world.unit(), bo, message.id, Reaction.FIRE) for _ in range(8)])

    assert world.rows("SELECT kind FROM reactions") == [("fire",)]
    reported = world.rows("SELECT member_id FROM feed WHERE kind = 'updated'")
    assert sorted(row[0] for row in reported) == sorted((ann, bo))


def test_both_open_pages_are_notified(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo, "hello")

    with live.page(ann) as sender, live.page(bo) as reader:
        react(world.unit(), bo, message.id, Reaction.HEART)
        received, echoed = sender.next(), reader.next()

    assert received.name == echoed.name == "updated"
    assert received.data["profile_id"] == str(bo)
    assert received.data["message"]["reactions"] == {"own": None, "partner": "heart"}
    assert echoed.data["message"]["reactions"] == {"own": "heart", "partner": None}
    assert received.data["message"]["text"] == "hello"


def test_a_page_that_was_away_resumes_with_the_reaction(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)
    with live.page(ann) as page:
        cursor = page.cursor
    react(world.unit(), bo, message.id, Reaction.SAD)
    react(world.unit(), bo, message.id, None)

    with live.page(ann, cursor) as page:
        events = [page.next(), page.next()]

    assert [event.name for event in events] == ["updated", "updated"]
    assert events[-1].data["message"]["reactions"] == {"own": None, "partner": None}


Spoil = Callable[[World, UUID, UUID], object]


@pytest.mark.parametrize(
    ("spoil", "status", "code"),
    [
        (lambda world, ann, bo: world.block(ann, bo), 403, "blocked"),
        (lambda world, ann, bo: world.block(bo, ann), 403, "blocked_by_you"),
        (lambda world, ann, bo: world.delete(ann), 409, "partner_unavailable"),
        (lambda world, ann, bo: world.moderate(ann), 409, "partner_unavailable"),
    ],
)
def test_nobody_reacts_where_nobody_could_write(
    world: World, browser: Browser, spoil: Spoil, status: int, code: str
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)
    spoil(world, ann, bo)

    answer = browser.as_member(bo).put(URL, {"message_id": str(message.id), "reaction": "heart"})

    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)
    assert world.rows("SELECT 1 FROM reactions") == []


def test_messages_of_others_and_none_are_the_same_404(world: World, browser: Browser) -> None:
    ann, bo, eve = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Eve")
    message = world.send(ann, bo)

    for message_id in (message.id, uuid4()):
        answer = browser.as_member(eve).put(URL, {"message_id": str(message_id), "reaction": "heart"})
        assert (answer.status_code, answer.json["error"]["code"]) == (404, "not_found")


def test_a_removed_message_is_not_reacted_to(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)
    browser.as_member(bo).delete("/api/chat.php", {"profile_id": str(ann)})

    with pytest.raises(NotFound):
        react(world.unit(), bo, message.id, Reaction.HEART)


@pytest.mark.parametrize(
    "body", [{}, {"reaction": "heart"}, {"message_id": "x", "reaction": "heart"}, {"reaction": "angry"}, {"more": 1}]
)
def test_a_reaction_that_makes_no_sense_is_refused(world: World, browser: Browser, body: dict[str, object]) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)
    whole = {"message_id": str(message.id), **body} if "reaction" not in body or body["reaction"] == "angry" else body

    answer = browser.as_member(bo).put(URL, whole)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")


def reply(world: World, sender: UUID, recipient: UUID, to: UUID | None, text: str = "yes") -> Message:
    return world.send_draft(Draft(uuid4(), sender, recipient, text, reply_to=to))


def test_an_answer_shows_the_message_it_answers(world: World, browser: Browser, live: Live) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    question = world.send(ann, bo, "Tea? " + "x" * 300)

    with live.page(ann) as page:
        sent = browser.as_member(bo).post(
            "/api/chat.php",
            {"id": str(uuid4()), "profile_id": str(ann), "text": "Yes!", "reply_to": str(question.id)},
        )
        received = page.next()

    assert sent.status_code == 201, sent.text
    quote = {"id": str(question.id), "own": False, "kind": "text", "text": ("Tea? " + "x" * 300)[:160], "gift": None}
    assert sent.json["message"]["quote"] == quote
    assert received.data["message"]["quote"] == quote | {"own": True}
    read = browser.as_member(ann).get("/api/chat.php", profile=str(bo)).json["messages"]
    assert [message["quote"] for message in read] == [None, quote | {"own": True}]


def test_an_answer_is_sent_once_and_another_under_its_id_is_refused(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    first, second = world.send(ann, bo, "one"), world.send(ann, bo, "two")
    body = {"id": str(uuid4()), "profile_id": str(ann), "text": "Yes", "reply_to": str(first.id)}

    answers = [browser.as_member(bo).post("/api/chat.php", body) for _ in range(2)]
    other = browser.as_member(bo).post("/api/chat.php", body | {"reply_to": str(second.id)})

    assert answers[0].json == answers[1].json
    assert (other.status_code, other.json["error"]["code"]) == (422, "idempotency_key_reused")


def test_only_a_message_of_this_conversation_is_answered(world: World, browser: Browser) -> None:
    ann, bo, eve = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Eve")
    world.send(ann, bo)
    apart = world.send(ann, eve, "for Eve alone")
    before = world.one("SELECT count(*) FROM messages")

    for message_id in (apart.id, uuid4()):
        body = {"id": str(uuid4()), "profile_id": str(ann), "text": "Yes", "reply_to": str(message_id)}
        answer = browser.as_member(bo).post("/api/chat.php", body)
        assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")

    assert world.one("SELECT count(*) FROM messages") == before


def test_a_quote_ends_with_the_removal_of_its_message(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    question = world.send(ann, bo, "secret")
    browser.as_member(bo).delete("/api/chat.php", {"profile_id": str(ann)})
    answer = reply(world, ann, bo, question.id)

    [shown] = browser.as_member(bo).get("/api/chat.php", profile=str(ann)).json["messages"]

    assert (shown["id"], shown["is_reply"], shown["quote"]) == (str(answer.id), True, None)
    assert chats_of(browser, bo)["chats"][0]["last_message"]["text"] == "yes"
    assert answer.conversation_id == conversation_of(ann, bo)
