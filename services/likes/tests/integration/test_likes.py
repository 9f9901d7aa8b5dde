from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from likes.tests.fakes import FakeProfiles
from pairwise.likes.v1.events_pb2 import LikeGiven, LikeWithdrawn, MatchMade
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

ANN, BO, CY = uuid4(), uuid4(), uuid4()


@pytest.fixture
def ann(browser: Browser) -> Browser:
    return browser.as_member(ANN)


@pytest.fixture
def bo(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys).as_member(BO)


def a_like(of: UUID, **changes: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "profile_id": str(of), **changes}


def test_two_who_like_each_other_match(ann: Browser, bo: Browser, database: Database) -> None:
    assert ann.post("/api/like.php", a_like(BO)).json == {"profile_id": str(BO), "match": False}

    answer = bo.post("/api/like.php", a_like(ANN))

    assert (answer.status_code, answer.json["match"]) == (201, True)
    assert len(announced(database, MatchMade)) == 1
    lists = ann.get("/api/likes.php").json
    assert [(card["id"], card["match"]) for card in lists["profiles"]] == [(str(BO), True)]
    assert [(card["id"], card["match"], card["like_new"]) for card in lists["liked_by"]] == [(str(BO), True, False)]
    assert lists["total_new_likes"] == 0


def test_a_match_leaves_the_new_likes_and_comes_back_when_it_ends(
    ann: Browser, bo: Browser, app: Flask, keys: KeyPair
) -> None:
    bo.post("/api/like.php", a_like(ANN))
    Browser(app, keys).as_member(CY).post("/api/like.php", a_like(ANN))
    assert ann.get("/api/likes.php").json["total_new_likes"] == 2

    ann.post("/api/like.php", a_like(BO))

    lists = ann.get("/api/likes.php").json
    assert (lists["total_new_likes"], lists["counts"]) == (1, {"received": 2, "sent": 1, "matches": 1})
    assert [(card["id"], card["like_new"]) for card in lists["liked_by"]] == [(str(CY), True), (str(BO), False)]
    ann.delete("/api/like.php", {"profile_id": str(BO)})
    assert ann.get("/api/likes.php").json["total_new_likes"] == 2  # never opened


def test_a_card_has_what_the_app_shows(ann: Browser, profiles: FakeProfiles) -> None:
    ann.post("/api/like.php", a_like(BO))

    [card] = ann.get("/api/likes.php").json["profiles"]

    assert (card["name"], card["age"], card["fictional"], card["presence"]) == ("Bo", 34, False, None)
    assert card["main_image"]["src"] == "/media/1/400.webp"
    assert card["liked_at"].endswith("Z")


def test_a_retry_likes_once(ann: Browser, database: Database) -> None:
    like = a_like(BO)

    first, again = ann.post("/api/like.php", like), ann.post("/api/like.php", like)

    assert (first.status_code, first.json) == (again.status_code, again.json)
    assert len(announced(database, LikeGiven)) == 1
    other = ann.post("/api/like.php", {**like, "profile_id": str(CY)})
    assert (other.status_code, other.json["error"]["code"]) == (422, "idempotency_key_reused")


def test_another_member_may_use_the_same_id(ann: Browser, bo: Browser) -> None:
    like = a_like(CY)

    assert ann.post("/api/like.php", like).status_code == 201
    assert bo.post("/api/like.php", like).status_code == 201


def test_a_withdrawn_like_is_gone_for_both(ann: Browser, bo: Browser, database: Database) -> None:
    ann.post("/api/like.php", a_like(BO))
    bo.post("/api/like.php", a_like(ANN))

    assert ann.delete("/api/like.php", {"profile_id": str(BO)}).json == {}
    assert ann.delete("/api/like.php", {"profile_id": str(BO)}).status_code == 200

    assert len(announced(database, LikeWithdrawn)) == 1
    assert ann.get("/api/likes.php").json["profiles"] == []
    [card] = bo.get("/api/likes.php").json["profiles"]
    assert card["match"] is False


def test_opening_a_like_makes_it_old(ann: Browser, bo: Browser) -> None:
    bo.post("/api/like.php", a_like(ANN))

    assert ann.put("/api/likes.php", {"profile_id": str(BO)}).json == {"total_new_likes": 0}
    assert ann.get("/api/likes.php").json["liked_by"][0]["like_new"] is False


def test_only_the_liked_member_makes_a_like_old(ann: Browser, bo: Browser) -> None:
    bo.post("/api/like.php", a_like(ANN))

    bo.put("/api/likes.php", {"profile_id": str(ANN)})

    assert ann.get("/api/likes.php").json["total_new_likes"] == 1


def test_the_newest_come_first(ann: Browser) -> None:
    ann.post("/api/like.php", a_like(BO))
    ann.post("/api/like.php", a_like(CY))

    assert [card["id"] for card in ann.get("/api/likes.php").json["profiles"]] == [str(CY), str(BO)]


def test_a_hidden_member_is_not_found(ann: Browser, profiles: FakeProfiles, database: Database) -> None:
    profiles.hidden.add(BO)

    answer = ann.post("/api/like.php", a_like(BO))

    assert (answer.status_code, answer.json["error"]["code"]) == (404, "not_found")
    assert announced(database, LikeGiven) == []


def test_without_profiles_a_like_can_be_tried_again(ann: Browser, profiles: FakeProfiles, database: Database) -> None:
    like = a_like(BO)
    profiles.is_down = True

    answer = ann.post("/api/like.php", like)

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert ann.get("/api/likes.php").status_code == 200  # nobody to ask about
    profiles.is_down = False
    assert ann.post("/api/like.php", like).status_code == 201
    profiles.is_down = True
    assert ann.get("/api/likes.php").status_code == 503


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"id": str(uuid4()), "profile_id": str(ANN)}, 422, "like_of_oneself"),
        ({"id": "1", "profile_id": str(BO)}, 422, "validation_failed"),
        ({"id": str(uuid4()), "profile_id": "bo"}, 422, "validation_failed"),
        ({"id": str(uuid4()), "profile_id": "\u0000"}, 400, "malformed_request"),
        ({"profile_id": str(BO)}, 422, "validation_failed"),
        ({"id": str(uuid4()), "profile_id": str(BO), "match": True}, 422, "validation_failed"),
        ({"id": str(uuid4()), "profile_id": [str(BO)]}, 422, "validation_failed"),
        ({}, 422, "validation_failed"),
    ],
)
def test_bad_input_gets_its_error_and_changes_nothing(
    ann: Browser, database: Database, body: dict[str, Any], status: int, code: str
) -> None:
    answer = ann.post("/api/like.php", body)

    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)
    assert announced(database, LikeGiven) == []


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "likes"), ("PUT", "likes"), ("POST", "like"), ("DELETE", "like")],
)
def test_visitors_get_nothing(browser: Browser, method: str, path: str) -> None:
    answer = browser.send(method, f"/api/{path}.php", a_like(BO))

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "authentication_required")


def test_a_request_of_another_site_is_refused(ann: Browser, database: Database) -> None:
    answer = ann.send("POST", "/api/like.php", a_like(BO), {"Origin": "https://elsewhere.example"})

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "foreign_request")
    assert announced(database, LikeGiven) == []
