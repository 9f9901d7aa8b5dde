from uuid import UUID, uuid4

import pytest
from likes.tests.fakes import FakeProfiles
from likes.usecases.give_like import give_like
from likes.usecases.show_next_like import show_next_like
from likes.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser

ANN, BO, CY = uuid4(), uuid4(), uuid4()
PATH = "/api/auto-like.php"
NOBODY = {"id": None, "main_image": None}


@pytest.fixture
def ann(browser: Browser) -> Browser:
    return browser.as_member(ANN)


def like(wired: Wiring, liker: UUID, liked: UUID = ANN) -> None:
    give_like(wired.unit_of_work(), wired.profiles, uuid4(), liker, liked)


def test_a_new_like_is_shown_once(ann: Browser, wired: Wiring) -> None:
    like(wired, BO)
    like(wired, CY)
    like(wired, ANN, CY)

    first, second, third = (ann.get(PATH).json for _ in range(3))

    assert (first["id"], first["mutual"], first["main_image"]["match"]) == (str(CY), True, "/media/1/800.webp")
    assert (second["id"], second["mutual"], second["fictional"]) == (str(BO), False, False)
    assert third == NOBODY
    assert ann.get("/api/likes.php").json["total_new_likes"] == 1  # shown is not opened; Cy is a match


def test_no_like_is_made_up(ann: Browser, wired: Wiring) -> None:
    like(wired, ANN, BO)

    assert ann.get(PATH).json == NOBODY
    assert ann.get("/api/likes.php").json["liked_by"] == []


def test_a_like_that_was_opened_is_not_shown(ann: Browser, wired: Wiring) -> None:
    like(wired, BO)
    ann.put("/api/likes.php", {"profile_id": str(BO)})

    assert ann.get(PATH).json == NOBODY


def test_a_like_of_a_hidden_member_is_not_shown(ann: Browser, wired: Wiring, profiles: FakeProfiles) -> None:
    like(wired, BO)
    like(wired, CY)
    profiles.hidden = {CY}

    assert ann.get(PATH).json["id"] == str(BO)
    assert ann.get(PATH).json == NOBODY


def test_it_is_guarded_like_a_change(ann: Browser, wired: Wiring) -> None:
    like(wired, BO)

    for headers in ({"X-Request-Type": ""}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}):
        answer = ann.send("GET", PATH, {}, headers)
        assert (answer.status_code, answer.json["error"]["code"]) == (403, "foreign_request")
    assert ann.get(PATH).json["id"] == str(BO)


def test_two_pages_are_shown_two_likes(wired: Wiring, database: Database) -> None:
    for _ in range(10):
        member, others = uuid4(), {uuid4(), uuid4()}
        for other in others:
            like(wired, other, member)

        shown = at_once(*[lambda member=member: show_next_like(wired.unit_of_work(), wired.profiles, member)] * 2)

        found = [UUID(answer[0].id) for answer in shown if answer]
        assert len(found) == len(set(found))
        assert set(found) <= others
