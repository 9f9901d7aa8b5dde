"""Likes for one photo or answer, with words."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from likes.domain.like import Opener
from likes.errors import LikeNamesAnother
from likes.tests.fakes import FakeOpeners, FakeProfiles
from likes.usecases.give_like import give_like
from likes.usecases.mark_seen import mark_seen
from likes.usecases.post_openers import post_openers
from likes.wiring import Wiring
from pairwise.likes.v1.events_pb2 import LikeGiven
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

ANN, BO, CY, DI = uuid4(), uuid4(), uuid4(), uuid4()
WORDS = "Which bread do you bake?"


@pytest.fixture
def by(app: Flask, keys: KeyPair) -> Callable[[UUID], Browser]:
    return lambda member: Browser(app, keys).as_member(member)


@pytest.fixture
def answer(profiles: FakeProfiles) -> UUID:
    """An answer of Bo."""
    return profiles.add_answer(BO, "Bread and a walk")


def a_like(part: UUID | None, **changes: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "profile_id": str(BO), "part_id": part and str(part), "words": WORDS, **changes}


def on_a_site_with(monkeypatch: pytest.MonkeyPatch, wired: Wiring, **settings: Any) -> None:
    site = wired.sites.for_host("localhost").model_copy(update=settings)
    monkeypatch.setattr(type(wired.sites), "for_host", lambda *_: site)


def received(browser: Browser) -> list[dict[str, Any]]:
    return list(browser.get("/api/likes.php").json["liked_by"])


def test_words_are_reported_after_their_like_was_withdrawn_and_across_a_block(
    by: Callable[[UUID], Browser], profiles: FakeProfiles, answer: UUID, wired: Wiring
) -> None:
    """Withdrawing is the first thing a harasser does."""
    by(ANN).post("/api/like.php", a_like(answer, words="Nasty words"))
    by(ANN).delete("/api/like.php", {"profile_id": str(BO)})
    by(ANN).post("/api/like.php", a_like(answer))
    with wired.unit_of_work() as uow:
        uow.visibility.block(ANN, BO)
        uow.commit()
    report = {"id": str(uuid4()), "profile_id": str(ANN), "reason": "harassment", "text": "Look at this"}

    assert by(BO).post("/api/like-report.php", report).json == {"number": 1}
    [(reported, received)] = profiles.reported
    assert (reported.reporter_id, reported.liker_id) == (BO, ANN)
    assert [(each.part_id, each.words, each.withdrawn_at is None) for each in received] == [
        (answer, WORDS, True),
        (answer, "Nasty words", False),
    ]
    assert by(BO).get("/api/likes.php").json["liked_by"] == []


def test_no_report_tells_of_a_like(by: Callable[[UUID], Browser], profiles: FakeProfiles, answer: UUID) -> None:
    """The answer is the same for a like with words, without, and for none; others' words go with no report."""
    by(ANN).post("/api/like.php", a_like(answer))
    by(DI).post("/api/like.php", {"id": str(uuid4()), "profile_id": str(BO)})
    report = {"reason": "harassment", "text": "Look at this"}

    for reporter, liker in ((BO, DI), (BO, CY), (CY, ANN)):
        body = {**report, "id": str(uuid4()), "profile_id": str(liker)}
        assert by(reporter).post("/api/like-report.php", body).status_code == 201
    assert [received for _, received in profiles.reported] == [[], [], []]
    of_oneself = {**report, "id": str(uuid4()), "profile_id": str(BO)}
    assert by(BO).post("/api/like-report.php", of_oneself).status_code == 404


def test_withdrawn_words_count_for_the_limit(by: Callable[[UUID], Browser], profiles: FakeProfiles) -> None:
    """Who withdraws each like after it was read does not advertise without end."""
    for _ in range(5):
        other = uuid4()
        part = profiles.add_answer(other, "Bread and a walk")
        assert by(ANN).post("/api/like.php", a_like(part, profile_id=str(other))).status_code == 201
        by(ANN).delete("/api/like.php", {"profile_id": str(other)})
    other = uuid4()
    part = profiles.add_answer(other, "Bread and a walk")

    refused = by(ANN).post("/api/like.php", a_like(part, profile_id=str(other)))

    assert (refused.status_code, refused.json["error"]["code"]) == (429, "same_text_to_many")


def test_the_liked_member_sees_what_is_liked_and_the_words(by: Callable[[UUID], Browser], answer: UUID) -> None:
    assert by(ANN).post("/api/like.php", a_like(answer, words=f" {WORDS}\n")).status_code == 201

    expected = {"question": "My perfect Sunday", "text": "Bread and a walk"}
    [card] = received(by(BO))
    assert card["part"] == {"photo": None, "answer": expected, "words": WORDS, "hints": []}
    [sent] = by(ANN).get("/api/likes.php").json["profiles"]
    assert sent["part"]["words"] == WORDS


def test_a_photo_can_be_liked_without_words(by: Callable[[UUID], Browser], profiles: FakeProfiles) -> None:
    by(ANN).post("/api/like.php", a_like(profiles.add_photo(BO), words=""))

    [card] = received(by(BO))
    assert (card["part"]["photo"]["src"], card["part"]["words"]) == ("/media/1/400.webp", None)


def test_unanswered_likes_of_one_thing_come_first_on_every_page(
    by: Callable[[UUID], Browser], wired: Wiring, answer: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("likes.usecases.list_likes.PAGE", 1)
    by(ANN).post("/api/like.php", a_like(answer))
    for member in (CY, DI):
        by(member).post("/api/like.php", {"id": str(uuid4()), "profile_id": str(BO)})
    mark_seen(wired.unit_of_work(), BO, ANN)
    mark_seen(wired.unit_of_work(), BO, DI)
    bo, found = by(BO), []
    page = bo.get("/api/likes.php").json
    found, cursor = page["liked_by"], page["cursors"]["received"]
    while cursor:
        page = bo.get("/api/likes.php", type="received", cursor=cursor).json
        found, cursor = [*found, *page["likes"]], page["next_cursor"]

    assert [card["id"] for card in found] == [str(ANN), str(CY), str(DI)]
    by(BO).post("/api/like.php", {"id": str(uuid4()), "profile_id": str(ANN)})
    assert [card["id"] for card in received(bo)] == [str(CY)]


def test_words_that_ask_for_money_come_with_a_hint_for_their_reader_alone(
    by: Callable[[UUID], Browser], answer: UUID
) -> None:
    by(ANN).post("/api/like.php", a_like(answer, words="Can you send me 200 euro? My number is +31 6 1234 5678"))

    assert received(by(BO))[0]["part"]["hints"] == ["money", "phone"]
    assert by(ANN).get("/api/likes.php").json["profiles"][0]["part"]["hints"] == []


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"part_id": None}, 422, "field_invalid"),
        ({"part_id": "nothing"}, 422, "field_invalid"),
        ({"part_id": str(uuid4())}, 404, "not_found"),
        ({"profile_id": str(CY)}, 404, "not_found"),  # whose answer it is not
        ({"profile_id": str(ANN)}, 422, "like_of_oneself"),
        ({"words": "x" * 301}, 422, "message_too_long"),
        ({"words": "\u200b\u2060"}, 422, "message_empty"),
        ({"words": 7}, 422, "field_invalid"),
        ({"words": "\u0000"}, 400, "malformed_request"),
        ({"photo": "1"}, 422, "field_unknown"),
    ],
)
def test_bad_input_leaves_no_like(
    by: Callable[[UUID], Browser], database: Database, answer: UUID, changes: dict[str, Any], status: int, code: str
) -> None:
    refused = by(ANN).post("/api/like.php", a_like(answer, **changes))

    assert (refused.status_code, code in str(refused.json)) == (status, True), refused.json
    assert announced(database, LikeGiven) == []


def test_a_like_of_the_member_can_become_one_of_an_answer_and_that_stays(
    by: Callable[[UUID], Browser], database: Database, answer: UUID, profiles: FakeProfiles
) -> None:
    ann = by(ANN)
    ann.post("/api/like.php", {"id": str(uuid4()), "profile_id": str(BO)})
    assert ann.post("/api/like.php", a_like(answer)).status_code == 201
    assert ann.post("/api/like.php", a_like(answer)).status_code == 201  # of another page

    other = ann.post("/api/like.php", a_like(profiles.add_photo(BO)))
    reworded = ann.post("/api/like.php", a_like(answer, words="Hello"))

    assert [each.json["error"]["code"] for each in (other, reworded)] == ["like_names_another"] * 2
    assert ann.post("/api/like.php", {"id": str(uuid4()), "profile_id": str(BO)}).status_code == 201
    assert received(by(BO))[0]["part"]["words"] == WORDS
    assert len(announced(database, LikeGiven)) == 2


def test_of_two_at_once_one_names_its_part(wired: Wiring, database: Database, profiles: FakeProfiles) -> None:
    parts = [profiles.add_answer(BO, text) for text in ("Tea", "Cake")]

    def like(part: UUID) -> bool:
        try:
            give_like(wired.unit_of_work(), profiles, uuid4(), ANN, BO, Opener(part, WORDS))
        except LikeNamesAnother:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(like, parts)) == [False, True]
    assert len(announced(database, LikeGiven)) == 1


def test_withdrawing_takes_the_words_along(by: Callable[[UUID], Browser], answer: UUID) -> None:
    by(ANN).post("/api/like.php", a_like(answer))
    by(ANN).delete("/api/like.php", {"profile_id": str(BO)})
    by(ANN).post("/api/like.php", {"id": str(uuid4()), "profile_id": str(BO)})

    assert received(by(BO))[0]["part"] is None


def test_words_stay_when_their_answer_is_rewritten(
    by: Callable[[UUID], Browser], answer: UUID, profiles: FakeProfiles
) -> None:
    by(ANN).post("/api/like.php", a_like(answer))
    profiles.parts.clear()

    assert received(by(BO))[0]["part"] == {"photo": None, "answer": None, "words": WORDS, "hints": []}


def test_the_same_words_go_to_five_members_a_day(
    wired: Wiring, database: Database, profiles: FakeProfiles, by: Callable[[UUID], Browser]
) -> None:
    def like(words: str) -> tuple[int, str]:
        member = uuid4()
        body = a_like(profiles.add_answer(member, "Tea"), profile_id=str(member), words=words)
        answer = by(ANN).post("/api/like.php", body)
        return answer.status_code, answer.json.get("error", {}).get("code", "")

    advertisement = "Find me at the place that you know"
    assert [like(advertisement)[0] for _ in range(5)] == [201] * 5
    assert like(advertisement.upper()) == (429, "same_text_to_many")
    assert [like("Hello")[0] for _ in range(6)] == [201] * 6


def test_a_site_without_such_likes_refuses_them_alone(
    by: Callable[[UUID], Browser], database: Database, answer: UUID, monkeypatch: pytest.MonkeyPatch, wired: Wiring
) -> None:
    on_a_site_with(monkeypatch, wired, opener_credits=None)

    refused = by(ANN).post("/api/like.php", a_like(answer))

    assert (refused.status_code, refused.json["error"]["code"]) == (403, "not_offered")
    assert by(ANN).post("/api/like.php", {"id": str(uuid4()), "profile_id": str(BO)}).status_code == 201


def test_free_members_are_shown_no_words_of_likers_whom_the_site_keeps_back(
    by: Callable[[UUID], Browser], answer: UUID, monkeypatch: pytest.MonkeyPatch, wired: Wiring
) -> None:
    on_a_site_with(monkeypatch, wired, received_likes="count")
    by(ANN).post("/api/like.php", a_like(answer))

    assert WORDS not in by(BO).get("/api/likes.php").text


def post(wired: Wiring, openers: FakeOpeners) -> int:
    return post_openers(wired.unit_of_work, openers)


def match(by: Callable[[UUID], Browser], answer: UUID) -> None:
    """Ann likes an answer of Bo, who likes her back."""
    by(ANN).post("/api/like.php", a_like(answer))
    assert by(BO).post("/api/like.php", {"id": str(uuid4()), "profile_id": str(ANN)}).json["match"] is True


def test_a_match_gives_the_words_to_chat_once(
    by: Callable[[UUID], Browser], wired: Wiring, database: Database, answer: UUID
) -> None:
    openers = FakeOpeners()
    by(ANN).post("/api/like.php", a_like(answer))
    assert post(wired, openers) == 0  # not answered yet

    by(BO).post("/api/like.php", {"id": str(uuid4()), "profile_id": str(ANN)})
    with ThreadPoolExecutor(4) as workers:
        assert sum(workers.map(lambda _: post(wired, openers), range(4))) == 1

    by(BO).post("/api/like.php", {"id": str(uuid4()), "profile_id": str(ANN)})
    assert post(wired, openers) == 0
    assert openers.posted == [(ANN, BO, WORDS)]


def test_both_openers_are_posted_the_first_like_first(
    by: Callable[[UUID], Browser], wired: Wiring, answer: UUID, profiles: FakeProfiles
) -> None:
    openers, photo = FakeOpeners(), profiles.add_photo(ANN)
    by(ANN).post("/api/like.php", a_like(answer))
    by(BO).post("/api/like.php", a_like(photo, profile_id=str(ANN), words="You too?"))

    assert post(wired, openers) == 2
    assert openers.posted == [(ANN, BO, WORDS), (BO, ANN, "You too?")]


def test_openers_of_a_match_quote_their_photo_and_answer(
    by: Callable[[UUID], Browser], answer: UUID, profiles: FakeProfiles
) -> None:
    def quoted(viewer: UUID, partner: UUID) -> dict[str, Any]:
        found: dict[str, Any] = by(viewer).get("/api/openers.php", profile_id=str(partner)).get_json()
        return found

    by(ANN).post("/api/like.php", a_like(answer))
    assert quoted(BO, ANN) == quoted(ANN, BO) == {"own": None, "partner": None}  # not answered yet
    photo = profiles.add_photo(ANN)
    by(BO).post("/api/like.php", a_like(photo, profile_id=str(ANN), words="You too?"))

    hers, his = quoted(ANN, BO), quoted(BO, ANN)

    assert (hers["own"]["answer"]["text"], hers["own"]["words"]) == ("Bread and a walk", WORDS)
    assert (hers["partner"]["photo"] is not None, hers["partner"]["words"]) == (True, "You too?")
    assert (his["own"], his["partner"]) == (hers["partner"], hers["own"])
    assert quoted(uuid4(), BO) == {"own": None, "partner": None}
    profiles.parts.clear()
    assert quoted(ANN, BO)["own"] == {"photo": None, "answer": None, "words": WORDS, "hints": []}


@pytest.mark.parametrize("state", ["is_down", "waits"])
def test_words_wait_for_chat_and_are_gone_with_their_like(
    by: Callable[[UUID], Browser], wired: Wiring, database: Database, answer: UUID, state: str
) -> None:
    openers = FakeOpeners(is_down=state == "is_down", waits=state == "waits")
    match(by, answer)
    assert post(wired, openers) == 0
    setattr(openers, state, False)
    assert post(wired, openers) == 0  # leased

    with database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE likes SET opener_due_at = now() WHERE opener_due_at IS NOT NULL")
    assert post(wired, openers) == 1
    by(ANN).delete("/api/like.php", {"profile_id": str(BO)})
    assert openers.posted == [(ANN, BO, WORDS)]


@pytest.mark.parametrize(("given", "matched", "is_dropped"), [(31, 31, True), (31, 29, False), (29, 31, False)])
def test_words_that_nobody_could_post_are_dropped_after_a_month(
    by: Callable[[UUID], Browser],
    wired: Wiring,
    database: Database,
    answer: UUID,
    given: int,
    matched: int,
    *,
    is_dropped: bool,
) -> None:
    """Such as those of a liker whose age stays unproven. The month begins with the match, or with a later like."""
    openers = FakeOpeners(waits=True)
    match(by, answer)
    with database.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE likes SET given_at = now() - interval '{given} days'")  # noqa: S608 - ours
        connection.exec_driver_sql(f"UPDATE matches SET made_at = now() - interval '{matched} days'")  # noqa: S608 - ours
    post(wired, openers)
    with database.engine.begin() as connection:
        waiting = connection.exec_driver_sql("SELECT 1 FROM likes WHERE opener_due_at IS NOT NULL").all()

    assert (waiting == []) == is_dropped


def test_words_of_a_withdrawn_like_are_not_posted(
    by: Callable[[UUID], Browser], wired: Wiring, database: Database, answer: UUID
) -> None:
    openers = FakeOpeners()
    match(by, answer)
    by(ANN).delete("/api/like.php", {"profile_id": str(BO)})

    assert post(wired, openers) == 0
    assert openers.posted == []
