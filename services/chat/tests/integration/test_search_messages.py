from typing import Any
from uuid import UUID, uuid4

import pytest
from chat.domain.conversation import conversation_of
from chat.tests.photos import Send
from chat.tests.world import World
from shared.kit.testing.web import Browser

PATH = "/api/chat-search.php"


def search(browser: Browser, member: UUID, partner: UUID, words: str, **more: Any) -> dict[str, Any]:
    answer = browser.as_member(member).get(
        PATH, conversation=str(conversation_of(member, partner)), words=words, **more
    )
    assert answer.status_code == 200, answer.text
    return dict(answer.json or {})


def found(browser: Browser, member: UUID, partner: UUID, words: str) -> list[int]:
    return [hit["seq"] for hit in search(browser, member, partner, words)["messages"]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Un café crème", "CAFE CREME"),
        ("un cafe", "Café"),
        ("Straße am See", "strasse"),
        ("Smørrebrød på Ærø", "smorrebrod pa aero"),
        ("Łódź żółta", "lodz zolta"),
        ("Ähtäri", "ahtari"),
        ("It’s ten", "it's"),
        ("100% sure_thing", "% sure_"),
        ("see  you", "you  "),
        ("Привет", "привет"),
        ("ﬁne", "fine"),
    ],
)
def test_capitals_and_accents_do_not_matter(world: World, browser: Browser, text: str, words: str) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    hit = world.send(bo, ann, text)
    world.send(ann, bo, "something else")

    assert search(browser, ann, bo, words) == {"messages": [{"id": str(hit.id), "seq": 1}], "before": None}


@pytest.mark.parametrize("words", ["_", "caf%", "   "])
def test_no_sign_stands_for_others(world: World, browser: Browser, words: str) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(bo, ann, "café")

    assert found(browser, ann, bo, words) == []


def test_pages_go_on_to_the_first_message(world: World, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chat.usecases.search_messages.PAGE", 2)
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    for number in range(1, 8):
        world.send(ann, bo, "tea" if number % 2 else "coffee")

    pages: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    while not pages or pages[-1]["before"]:
        pages.append(search(browser, bo, ann, "tea", **before))
        before = {"before": pages[-1]["before"]}

    assert [[hit["seq"] for hit in page["messages"]] for page in pages] == [[7, 5], [3, 1], []]


def test_what_the_member_does_not_see_is_not_found(world: World, browser: Browser, send: Send) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo, "tea, long ago")
    world.send(ann, bo, "tea, removed")
    world.change("UPDATE messages SET sent_at = now() - interval '13 months' WHERE seq = 1")
    browser.as_member(bo).delete("/api/chat.php", {"profile_id": str(ann)})
    taken_back = world.send(ann, bo, "tea, taken back")
    world.send(ann, bo, "tea")
    assert browser.as_member(ann).delete("/api/chat-message.php", {"message_id": str(taken_back.id)}).status_code == 200

    assert found(browser, bo, ann, "tea") == [4]
    assert found(browser, ann, bo, "tea") == [4, 2]


def test_only_the_two_of_a_conversation_search_it(world: World, browser: Browser) -> None:
    ann, bo, eve = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Eve")
    world.send(ann, bo, "tea")
    theirs = str(conversation_of(ann, bo))
    browser.as_member(eve)

    for conversation in (theirs, str(uuid4())):
        assert browser.get(PATH, conversation=conversation, words="tea").status_code == 404
    world.block(bo, ann)
    answer = browser.as_member(ann).get(PATH, conversation=theirs, words="tea")
    assert (answer.status_code, answer.json["error"]["code"]) == (403, "blocked")


@pytest.mark.parametrize(
    "query", [{}, {"words": ""}, {"words": "x" * 61}, {"words": "a\0b"}, {"words": "a", "before": "-1"}]
)
def test_bad_input_is_refused(world: World, browser: Browser, query: dict[str, str]) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)

    assert browser.as_member(ann).get(PATH, conversation=str(conversation_of(ann, bo)), **query).status_code in (
        400,
        422,
    )


def test_the_way_back_to_a_found_message_is_one_page(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    for number in range(1, 131):
        world.send(ann, bo, f"{number}")
    browser.as_member(ann)

    page = browser.get("/api/chat.php", profile=str(bo), before=81, since=5).json

    assert [message["seq"] for message in page["messages"]] == list(range(5, 81))
    assert page["has_older"]


def test_names_in_the_list_are_found_without_their_accents(world: World, browser: Browser) -> None:
    ann, zoe = world.a_member("Ann"), world.a_member("Zoë")
    world.send(zoe, ann)

    answer = browser.as_member(ann).get("/api/chats-search.php", name="zoe").json

    assert [chat["profile"]["id"] for chat in answer["chats"]] == [str(zoe)]
