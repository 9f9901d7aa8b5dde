from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from flask import Flask
from notifications.domain.preferences import NotificationKind
from notifications.usecases.change_preference import change_preference
from notifications.usecases.list_preferences import list_preferences
from notifications.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

ANN = uuid4()


@pytest.fixture
def ann(browser: Browser) -> Browser:
    return browser.as_member(ANN)


def switches(answer: Any) -> dict[str, tuple[bool, bool]]:
    return {one["type"]: (one["email"], one["push"]) for one in answer.json["types"]}


def test_all_eight_are_there_before_anyone_chose(ann: Browser) -> None:
    found = switches(ann.get("/api/notifications.php"))

    assert list(found) == [
        "new_conversations",
        "new_messages",
        "like",
        "unread_message_reminders",
        "promotions",
        "weekly_updates",
        "news",
        "reminders",
    ]
    assert (found["like"], found["news"]) == ((True, True), (False, False))


def test_each_kind_lists_its_channels(ann: Browser) -> None:
    sent = {one["type"]: one["sent_by"] for one in ann.get("/api/notifications.php").json["types"]}

    assert (sent["like"], sent["weekly_updates"], sent["news"]) == (["email", "push"], ["email"], ["email"])


def test_one_switch_turns_and_the_others_stay(ann: Browser) -> None:
    before = switches(ann.get("/api/notifications.php"))

    after = switches(ann.put("/api/notifications.php", {"type": "like", "email": False}))
    assert after == {**before, "like": (False, True)}

    again = switches(ann.put("/api/notifications.php", {"type": "like", "push": False}))
    assert again["like"] == (False, False)
    assert switches(ann.get("/api/notifications.php")) == again


def test_mails_are_discreet_until_a_member_wants_names(ann: Browser, browser: Browser) -> None:
    before: Any = ann.get("/api/notifications.php").json
    assert before["discreet_mails"] is True

    assert ann.put("/api/notifications.php", {"discreet_mails": False}).json == {**before, "discreet_mails": False}
    assert ann.get("/api/notifications.php").json["discreet_mails"] is False
    assert browser.as_member(uuid4()).get("/api/notifications.php").json["discreet_mails"] is True

    browser.as_member(ANN).put("/api/notifications.php", {"discreet_mails": True})
    assert browser.as_member(ANN).get("/api/notifications.php").json == before


def test_another_member_keeps_theirs(ann: Browser, browser: Browser) -> None:
    ann.put("/api/notifications.php", {"type": "like", "email": False})

    assert switches(browser.as_member(uuid4()).get("/api/notifications.php"))["like"] == (True, True)


@pytest.mark.parametrize(
    "body",
    [
        {"type": "like"},
        {"type": "spam", "email": True},
        {"email": True},
        {"type": "like", "email": "yes"},
        {"type": "like", "email": 1},
        {"type": "like", "email": True, "sms": True},
        {},
        {"discreet_mails": "no"},
        {"discreet_mails": 0},
        {"discreet_mails": False, "email": True},
        {"discreet_mails": False, "type": "like"},
    ],
)
def test_bad_input_changes_nothing(ann: Browser, body: dict[str, Any]) -> None:
    before = ann.get("/api/notifications.php").json

    answer = ann.put("/api/notifications.php", body)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")
    assert ann.get("/api/notifications.php").json == before


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "notifications.php"), ("PUT", "notifications.php"), ("POST", "user.php?push=1")]
)
def test_visitors_get_nothing(browser: Browser, method: str, path: str) -> None:
    answer = browser.send(method, f"/api/{path}", {})

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "authentication_required")


def test_two_switches_turned_at_once_both_turn(wired: Wiring, database: Database) -> None:
    with ThreadPoolExecutor(2) as threads:
        for _ in range(20):
            member, start = uuid4(), Barrier(2)

            def turn(member: Any = member, start: Barrier = start, **switch: bool) -> None:
                start.wait()
                change_preference(wired.unit_of_work(), member, NotificationKind.LIKE, **switch)

            for done in [threads.submit(turn, email=False), threads.submit(turn, push=False)]:
                done.result()
            [like] = [
                one
                for one in list_preferences(wired.unit_of_work(), member).preferences
                if one.kind is NotificationKind.LIKE
            ]
            assert (like.email, like.push) == (False, False)


def test_one_click_turns_its_mails_off_without_a_session(app: Flask, wired: Wiring, ann: Browser) -> None:
    link = urlsplit(wired.links.make("https://pairwise.test", ANN, NotificationKind.LIKE))
    form = {"List-Unsubscribe": "One-Click"}

    assert app.test_client().get(f"{link.path}?{link.query}").headers["Location"] == f"/notifications#{link.query}"
    assert switches(ann.get("/api/notifications.php"))["like"] == (True, True)

    assert app.test_client().post(f"{link.path}?{link.query}", data=form).status_code == 200
    assert switches(ann.get("/api/notifications.php"))["like"] == (False, True)


@pytest.mark.parametrize("query", ["", "?token=", "?token=1.like.2", f"?token={ANN}.like.{'a' * 64}"])
def test_a_link_that_is_not_ours_is_refused(app: Flask, query: str) -> None:
    answer = app.test_client().post(f"/api/unsubscribe.php{query}", data={"List-Unsubscribe": "One-Click"})

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "unsubscribe_link_invalid")


def test_a_mailed_link_shows_and_turns_its_one_switch(app: Flask, wired: Wiring, keys: KeyPair) -> None:
    ann = uuid4()
    token = wired.links.token(ann, NotificationKind.LIKE)
    visitor, member = Browser(app, keys), Browser(app, keys).as_member(ann)

    assert visitor.post("/api/mail-switch.php", {"token": token}).json == {"type": "like", "email": True}
    assert visitor.put("/api/mail-switch.php", {"token": token, "email": False}).json["email"] is False

    types = {one["type"]: one for one in member.get("/api/notifications.php").json["types"]}
    assert (types["like"]["email"], types["like"]["push"], types["new_messages"]["email"]) == (False, True, True)
    assert visitor.put("/api/mail-switch.php", {"token": token, "email": True}).json["email"] is True


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"token": "nobody.like.0"}, "unsubscribe_link_invalid"),
        ({"token": ""}, "unsubscribe_link_invalid"),
        ({}, "validation_failed"),
        ({"token": "a" * 201}, "validation_failed"),
        ({"token": "a", "push": False}, "validation_failed"),
    ],
    ids=["not ours", "empty", "nothing", "long", "more"],
)
def test_a_forged_link_changes_no_switch(browser: Browser, body: dict[str, Any], code: str) -> None:
    for method, more in (("POST", {}), ("PUT", {"email": False})):
        answer = browser.send(method, "/api/mail-switch.php", {**body, **more})
        assert (answer.status_code, answer.json["error"]["code"]) == (422, code)


def test_opening_the_link_of_a_mailbox_leads_to_its_switch(browser: Browser) -> None:
    answer = browser.get("/api/unsubscribe.php", token="a.like.b")

    assert (answer.status_code, answer.headers["Location"]) == (303, "/notifications#token=a.like.b")
    assert browser.get("/api/unsubscribe.php").headers["Location"] == "/notifications"
