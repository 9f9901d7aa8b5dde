from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from flask import Flask
from notifications.domain.preferences import Kind
from notifications.usecases.change_preference import change_preference
from notifications.usecases.list_preferences import list_preferences
from notifications.wiring import Wiring
from servicekit.storage import Database
from servicekit.testing.web import Browser

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


def test_one_switch_turns_and_the_others_stay(ann: Browser) -> None:
    before = switches(ann.get("/api/notifications.php"))

    after = switches(ann.put("/api/notifications.php", {"type": "like", "email": False}))
    assert after == {**before, "like": (False, True)}

    again = switches(ann.put("/api/notifications.php", {"type": "like", "push": False}))
    assert again["like"] == (False, False)
    assert switches(ann.get("/api/notifications.php")) == again


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
                change_preference(wired.unit_of_work(), member, Kind.LIKE, **switch)

            for done in [threads.submit(turn, email=False), threads.submit(turn, push=False)]:
                done.result()
            [like] = [one for one in list_preferences(wired.unit_of_work(), member) if one.kind is Kind.LIKE]
            assert (like.email, like.push) == (False, False)


def test_one_click_turns_its_mails_off_without_a_session(app: Flask, wired: Wiring, ann: Browser) -> None:
    link = urlsplit(wired.links.make("https://pairwise.test", ANN, Kind.LIKE))
    form = {"List-Unsubscribe": "One-Click"}

    assert app.test_client().get(f"{link.path}?{link.query}").headers["Location"] == "/notifications"
    assert switches(ann.get("/api/notifications.php"))["like"] == (True, True)

    assert app.test_client().post(f"{link.path}?{link.query}", data=form).status_code == 200
    assert switches(ann.get("/api/notifications.php"))["like"] == (False, True)


@pytest.mark.parametrize("query", ["", "?token=", "?token=1.like.2", f"?token={ANN}.like.{'a' * 64}"])
def test_a_link_that_is_not_ours_is_refused(app: Flask, query: str) -> None:
    answer = app.test_client().post(f"/api/unsubscribe.php{query}", data={"List-Unsubscribe": "One-Click"})

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "unsubscribe_link_invalid")
