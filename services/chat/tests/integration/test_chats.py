from typing import Any
from uuid import uuid4

import psycopg
import pytest
from chat.domain.conversation import conversation_of
from chat.storage.wallets import WalletCopy
from chat.tests.fakes import FakeBilling, FakeCards
from chat.tests.requests import chats_of
from chat.tests.world import World
from shared.kit.db import Database
from shared.kit.testing.web import Browser


def test_the_list_has_the_latest_first_with_what_is_unread(world: World, browser: Browser, cards: FakeCards) -> None:
    ann, bo, cas = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Cas")
    world.send(bo, ann, "one")
    world.send(cas, ann, "two")
    world.send(bo, ann, "three")

    found = chats_of(browser, ann)

    assert found["total_unread_messages"] == 3
    first, second = found["chats"]
    assert (first["profile"]["id"], first["num_unread_messages"]) == (str(bo), 2)
    assert (first["last_message"]["text"], first["last_message"]["own"]) == ("three", False)
    assert first["updated_at"] == first["last_message"]["sent_at"]
    assert first["conversation"] == {"id": str(conversation_of(ann, bo))}
    assert (second["profile"]["id"], second["num_unread_messages"]) == (str(cas), 1)
    assert [len(asked) for asked in cards.asked] == [2]


def test_hidden_partners_are_in_neither_list_nor_count(world: World, browser: Browser, cards: FakeCards) -> None:
    ann = world.a_member("Ann")
    blocker, blocked, gone, hidden, shown = (world.a_member() for _ in range(5))
    for writer in (blocker, blocked, gone, hidden, shown):
        world.send(writer, ann)
    world.block(blocker, ann)
    world.block(ann, blocked)
    world.delete(gone)
    cards.hidden.add(hidden)

    found = chats_of(browser, ann)

    assert [(chat["profile"] or {}).get("id") for chat in found["chats"]] == [str(shown), None]
    assert [(chat["partner"], chat["num_unread_messages"]) for chat in found["chats"]] == [("here", 1), ("deleted", 0)]
    assert found["total_unread_messages"] == 1
    world.unblock(blocker, ann)
    assert chats_of(browser, ann)["total_unread_messages"] == 2


def test_with_profiles_down_there_is_no_list(world: World, browser: Browser, cards: FakeCards) -> None:
    ann = world.a_member("Ann")
    assert chats_of(browser, ann) == {"chats": [], "total_unread_messages": 0, "has_older": False, "cursor": 0}
    world.send(world.a_member(), ann)
    cards.is_down = True

    assert browser.get("/api/chats.php").status_code == 503


def test_the_list_goes_on_in_pages(world: World, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chat.usecases.list_chats.MOST", 2)
    ann, others = world.a_member("Ann"), [world.a_member() for _ in range(5)]
    for other in others:
        world.send(other, ann)
    world.change("UPDATE participations SET updated_at = now()")  # at one moment, so that ids decide

    pages: list[dict[str, Any]] = []
    query: dict[str, str] = {}
    while not pages or pages[-1]["has_older"]:
        pages.append(chats_of(browser, ann, **query))
        query = {"before": pages[-1]["chats"][-1]["conversation"]["id"]}

    assert [len(page["chats"]) for page in pages] == [2, 2, 1]
    assert {chat["profile"]["id"] for page in pages for chat in page["chats"]} == {str(other) for other in others}
    assert chats_of(browser, ann, before=str(uuid4()))["chats"] == []


def test_messages_older_than_the_site_shows_are_left_out(world: World, browser: Browser) -> None:
    ann, bo, cas = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Cas")
    for number in range(1, 4):
        world.send(ann, bo, f"{number}")
    world.send(ann, cas, "long ago")
    world.change("UPDATE messages SET sent_at = now() - interval '13 months' WHERE text IN ('1', '2', 'long ago')")
    browser.as_member(ann)

    chat = browser.get("/api/chat.php", profile=str(bo)).json
    listed = {item["profile"]["id"]: item["last_message"] for item in browser.get("/api/chats.php").json["chats"]}

    assert ([message["text"] for message in chat["messages"]], chat["has_older"]) == (["3"], False)
    assert browser.get("/api/chat.php", profile=str(bo), after=0).json["messages"] == chat["messages"]
    assert (listed[str(bo)]["text"], listed[str(cas)]) == ("3", None)


def test_a_conversation_is_read_in_pages(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    for number in range(1, 121):
        world.send(*((ann, bo) if number % 2 else (bo, ann)), f"{number}")
    browser.as_member(ann)

    newest = browser.get("/api/chat.php", profile=str(bo)).json
    middle = browser.get("/api/chat.php", conversation=newest["conversation"]["id"], before=71).json
    oldest = browser.get("/api/chat.php", conversation=newest["conversation"]["id"], before=21).json
    missed = browser.get("/api/chat.php", profile=str(bo), after=117).json

    pages = [[message["seq"] for message in page["messages"]] for page in (oldest, middle, newest)]
    assert pages == [list(range(1, 21)), list(range(21, 71)), list(range(71, 121))]
    assert [page["has_older"] for page in (oldest, middle, newest)] == [False, True, True]
    assert [message["text"] for message in missed["messages"]] == ["118", "119", "120"]
    assert (newest["last_seq"], newest["profile"]["id"]) == (120, str(bo))
    assert newest["messages"][0]["own"]
    assert not newest["messages"][1]["own"]


def test_a_profile_without_a_conversation_has_a_price(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann", credits=6), world.a_member("Bo")

    found = browser.as_member(ann).get("/api/chat.php", profile=str(bo)).json

    assert found["conversation"] is None
    assert found["messages"] == []
    assert (found["last_seq"], found["own_read_seq"], found["partner_read_seq"]) == (0, 0, 0)
    assert found["price"] == {"credits": 2, "free_messages_left": 0, "balance": 6, "wallet_version": 1}


def test_with_billing_down_the_price_is_the_last_one_received(
    world: World, browser: Browser, billing: FakeBilling
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    billing.is_down = True
    assert browser.as_member(ann).get("/api/chat.php", profile=str(bo)).status_code == 503
    with world.unit() as uow:
        uow.wallets.copy_all([WalletCopy(ann, 7, 1, version=3)])
        uow.commit()

    found = browser.get("/api/chat.php", profile=str(bo))

    assert found.status_code == 200
    assert found.json["price"] == {"credits": 0, "free_messages_left": 1, "balance": 7, "wallet_version": 3}


def test_the_price_follows_what_was_just_sent(world: World, browser: Browser, billing: FakeBilling) -> None:
    ann, bo = world.a_member("Ann", credits=6), world.a_member("Bo")
    world.send(ann, bo)
    billing.is_down = True

    found = browser.as_member(ann).get("/api/chat.php", profile=str(bo)).json

    assert found["price"]["balance"] == 4


def test_foreign_and_unknown_conversations_look_the_same(world: World, browser: Browser) -> None:
    ann, bo, eve = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Eve")
    world.send(ann, bo)
    theirs, nowhere = str(conversation_of(ann, bo)), str(uuid4())
    browser.as_member(eve)

    for conversation in (theirs, nowhere):
        answers = [
            browser.get("/api/chat.php", conversation=conversation),
            browser.put("/api/chat.php", {"conversation_id": conversation, "read_seq": 1}),
            browser.delete("/api/chat.php", {"conversation_id": conversation}),
        ]
        assert [(answer.status_code, answer.json["error"]["code"]) for answer in answers] == [(404, "not_found")] * 3


def test_blocked_members_see_so_on_direct_access(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    world.block(bo, ann)
    browser.as_member(ann)

    for address in ({"profile": str(bo)}, {"conversation": str(conversation_of(ann, bo))}):
        answer = browser.get("/api/chat.php", **address)
        assert (answer.status_code, answer.json["error"]["code"]) == (403, "blocked")


def test_a_blocked_partner_is_named_on_direct_access(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    world.block(ann, bo)

    answer = browser.as_member(ann).get("/api/chat.php", conversation=str(conversation_of(ann, bo)))

    assert answer.status_code == 403
    error = answer.json["error"]
    assert (error["code"], error["name"], error["profile_id"]) == ("blocked_by_you", "Bo", str(bo))


@pytest.mark.parametrize(("why", "state"), [("is deleted", "deleted"), ("is hidden", "disabled")])
def test_the_words_of_who_is_gone_stay_without_their_name(world: World, browser: Browser, why: str, state: str) -> None:
    ann, bo, eve = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Eve")
    world.send(bo, ann, "hello")
    world.delete(bo) if why == "is deleted" else world.moderate(bo)
    browser.as_member(ann)

    found = browser.get("/api/chat.php", profile=str(bo)).json

    assert (found["partner"], found["profile"]) == (state, None)
    assert [message["text"] for message in found["messages"]] == ["hello"]
    assert str(bo) not in str(found)
    assert str(bo) not in str(browser.get("/api/chats.php").json)
    refused = browser.post("/api/chat.php", {"id": str(uuid4()), "profile_id": str(bo), "text": "there?"})
    assert (refused.status_code, refused.json["error"]["code"]) == (409, "partner_unavailable")
    # Without a conversation nothing is revealed.
    assert browser.as_member(eve).get("/api/chat.php", profile=str(bo)).status_code == 404


def test_nobody_can_reply_before_the_address_is_confirmed(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann", confirmed=False), world.a_member("Bo")
    world.send(ann, bo)

    assert browser.as_member(bo).get("/api/chat.php", profile=str(ann)).json["partner"] == "not_confirmed"
    assert browser.get("/api/chats.php").json["chats"][0]["partner"] == "not_confirmed"
    assert browser.as_member(ann).get("/api/chat.php", profile=str(bo)).json["partner"] == "here"


def test_both_have_written_once_each_sent_a_message(world: World) -> None:
    ann, bo, cas = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Cas")

    def both() -> list[bool]:
        with world.unit().reading() as uow:
            return [uow.conversations.have_both_written(*pair) for pair in ((ann, bo), (bo, ann), (ann, cas))]

    assert both() == [False] * 3
    world.send(ann, bo)
    world.send(cas, bo)
    assert both() == [False] * 3
    world.send(bo, ann)
    assert both() == [True, True, False]


def test_a_stranger_who_hides_is_refused_by_the_same_calls_as_an_unknown_id(
    world: World, browser: Browser, cards: FakeCards, database: Database
) -> None:
    """A refusal takes the same calls for hidden members and unknown ids, so its time reveals neither."""
    ann, bo, cy, nobody = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Cy"), uuid4()
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE members SET is_invisible = true WHERE member_id = %s", [bo])
        connection.execute("INSERT INTO hidden_contacts (member_id, contact_id) VALUES (%s, %s)", [cy, ann])
    cards.hidden |= {bo, cy, nobody}
    browser.as_member(ann)

    answers = [browser.get("/api/chat.php", profile=str(each)) for each in (bo, cy, nobody)]

    assert {(each.status_code, each.text) for each in answers} == {(404, answers[0].text)}
    assert cards.asked == [[bo], [cy], [nobody]]
