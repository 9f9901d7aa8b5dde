from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from pairwise.profiles.v1.events_pb2 import VisibilityChanged
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

from profiles.tests.makers import Town
from profiles.usecases.privacy.change_visibility import set_invisible
from profiles.wiring import Wiring

PATH = "/api/privacy.php"


def test_invisible_mode_takes_one_out_of_search_and_back(browser: Browser, town: Town, database: Database) -> None:
    ann, bo = town.woman(), town.man()
    assert browser.as_member(ann).get(PATH).json == {"invisible": False, "hidden": False, "blocked_count": 0}

    assert browser.put(PATH, {"invisible": True}).json["invisible"] is True
    assert browser.put(PATH, {"invisible": True}).status_code == 200
    found_then = browser.as_member(bo).get("/api/search.php").json["profiles"]
    browser.as_member(ann).put(PATH, {"invisible": False})

    assert found_then == []
    assert len(browser.as_member(bo).get("/api/search.php").json["profiles"]) == 1
    reported = [(event.member_id, event.invisible, event.hidden) for event in announced(database, VisibilityChanged)]
    assert reported == [(str(ann), True, False), (str(ann), False, False)]


def test_the_hidden_see_themselves_and_that_they_are_hidden(browser: Browser, town: Town) -> None:
    ann = town.woman()
    town.change(ann, hidden=True)

    assert browser.as_member(ann).get(PATH).json["hidden"] is True
    assert browser.get("/api/profile.php").status_code == 200


@pytest.mark.parametrize(
    "body", [{}, {"invisible": None}, {"invisible": "yes"}, {"invisible": 1}, {"invisible": True, "hidden": False}]
)
def test_bad_input_changes_nothing(browser: Browser, town: Town, database: Database, body: dict[str, Any]) -> None:
    answer = browser.as_member(town.woman()).put(PATH, body)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")
    assert announced(database, VisibilityChanged) == []


def test_visitors_have_no_privacy_settings(browser: Browser) -> None:
    assert browser.get(PATH).json["error"]["code"] == "authentication_required"
    assert browser.put(PATH, {"invisible": True}).json["error"]["code"] == "authentication_required"


def test_a_request_before_the_sign_up_event_may_be_repeated(browser: Browser, database: Database) -> None:
    answer = browser.as_member(uuid4()).put(PATH, {"invisible": True})

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")


def test_turned_on_many_times_at_once_it_is_announced_once(wired: Wiring, town: Town, database: Database) -> None:
    ann = town.woman()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: set_invisible(wired.unit_of_work(), ann, True), range(12)))

    assert len(announced(database, VisibilityChanged)) == 1
