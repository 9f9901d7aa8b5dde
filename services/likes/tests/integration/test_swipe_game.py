from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import psycopg
import pytest
from likes.domain.swipe import SwipeDecision
from likes.errors import MemberNotFound, NoSwipeLikesLeft
from likes.events import from_profiles
from likes.tests.fakes import FakeProfiles
from likes.usecases.decide_swipe import decide_swipe
from likes.usecases.give_like import give_like
from likes.usecases.undo_swipe import undo_swipe
from likes.wiring import Wiring
from pairwise.likes.v1.events_pb2 import LikeGiven, LikeWithdrawn, MatchMade
from pairwise.profiles.v1.events_pb2 import MemberBlocked
from shared.kit.core import SigningKeys
from shared.kit.db import Database
from shared.kit.http import RateLimiter
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser
from shared.registry import RateLimit, load_limits

ANN = uuid4()
PATH = "/api/swipe-game.php"


@pytest.fixture
def ann(browser: Browser) -> Browser:
    return browser.as_member(ANN)


@pytest.fixture
def town(profiles: FakeProfiles) -> list[UUID]:
    profiles.there = [uuid4() for _ in range(30)]
    return profiles.there


def swipe(browser: Browser, profile: UUID, *, like: bool, key: UUID | None = None) -> Any:
    return browser.post(PATH, {"id": str(key or uuid4()), "profile_id": str(profile), "like": like})


def deck(browser: Browser) -> list[str]:
    return [card["id"] for card in browser.get(PATH).json["profiles"]]


def test_a_card_has_the_first_answer_to_a_prompt_that_the_site_offers(
    ann: Browser, profiles: FakeProfiles, town: list[UUID]
) -> None:
    profiles.answers = {"elsewhere": "Yes", "dish": "Pea soup", "sunday": "Bread"}

    first = ann.get(PATH).json["profiles"][0]

    assert first["answer"] == {"question": "The dish I cook best", "text": "Pea soup"}

    profiles.answers = {"elsewhere": "Yes"}
    assert ann.get(PATH).json["profiles"][0]["answer"] is None


def test_no_candidate_comes_twice(ann: Browser, wired: Wiring, town: list[UUID]) -> None:
    give_like(wired.unit_of_work(), wired.profiles, uuid4(), ANN, town[0])
    seen: list[str] = []
    while candidates := deck(ann):
        assert len(candidates) <= 10
        seen += candidates
        for profile in candidates:
            assert swipe(ann, UUID(profile), like=False).status_code == 201

    assert seen == [str(profile) for profile in town[1:]]


def test_different_candidates_are_counted(
    ann: Browser, town: list[UUID], database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = RateLimit.model_validate({"member": ["10/1d shown"], "reason": "Few enough for a test to reach them."})
    keys = SigningKeys.read("a" * 64)
    limiter = RateLimiter({**load_limits(), "cards": few}, database, "redis://127.0.0.1:1", keys)
    monkeypatch.setitem(ann.app.extensions, "rate_limiter", limiter)

    assert len(deck(ann)) == 10
    refused = ann.get(PATH)
    assert (refused.status_code, refused.json["error"]["code"]) == (429, "too_many_cards")


def test_four_likes_a_day_and_passing_goes_on(ann: Browser, town: list[UUID], database: Database) -> None:
    left = [swipe(ann, profile, like=True).json["likes_left"] for profile in town[:4]]
    refused = swipe(ann, town[4], like=True)

    assert left == [3, 2, 1, 0]
    assert (refused.status_code, refused.json["error"]["code"]) == (403, "no_swipe_likes_left")
    assert swipe(ann, town[5], like=False).json["likes_left"] == 0
    assert len(announced(database, LikeGiven)) == 4
    assert str(town[4]) in deck(ann)  # refused is not decided


def test_the_day_is_the_members_own(ann: Browser, town: list[UUID], database: Database) -> None:
    resets_at = datetime.fromisoformat(swipe(ann, town[0], like=True).json["resets_at"])
    there = resets_at.astimezone(ZoneInfo("Europe/Amsterdam"))
    assert (there.hour, there.minute, there.second) == (0, 0, 0)

    with psycopg.connect(database.dsn) as connection:
        connection.execute("UPDATE swipe_days SET day = day - 1, likes = 4")

    assert ann.get(PATH).json["likes_left"] == 4


def test_a_retry_costs_and_likes_once(ann: Browser, town: list[UUID], database: Database) -> None:
    key = uuid4()

    answers = [swipe(ann, town[0], like=True, key=key).json for _ in range(3)]

    assert [answer["likes_left"] for answer in answers] == [3, 3, 3]
    assert len(announced(database, LikeGiven)) == 1
    other = swipe(ann, town[0], like=False, key=key)
    assert (other.status_code, other.json["error"]["code"]) == (422, "idempotency_key_reused")


def test_a_member_liked_before_costs_no_like(ann: Browser, wired: Wiring, town: list[UUID]) -> None:
    give_like(wired.unit_of_work(), wired.profiles, uuid4(), ANN, town[0])

    assert swipe(ann, town[0], like=True).json["likes_left"] == 4


def test_two_who_swipe_each_other_match(ann: Browser, wired: Wiring, town: list[UUID], database: Database) -> None:
    give_like(wired.unit_of_work(), wired.profiles, uuid4(), town[0], ANN)

    assert swipe(ann, town[0], like=True).json["match"] is True
    assert len(announced(database, MatchMade)) == 1


def undo(browser: Browser, profile: UUID) -> Any:
    return browser.delete(PATH, {"profile_id": str(profile)}).json


NOTHING = {"like": False, "seen": False}


def test_the_last_pass_can_be_undone(ann: Browser, town: list[UUID]) -> None:
    swipe(ann, town[0], like=False)
    swipe(ann, town[1], like=False)
    assert ann.get(PATH).json["last_pass"]["id"] == str(town[1])

    undo(ann, town[0])  # not the last
    assert str(town[0]) not in deck(ann)
    assert undo(ann, town[1]) == NOTHING

    assert deck(ann)[0] == str(town[1])
    assert ann.get(PATH).json["last_pass"]["id"] == str(town[0])


def test_the_last_like_can_be_undone_and_counts_no_more(ann: Browser, town: list[UUID], database: Database) -> None:
    swipe(ann, town[0], like=False)
    swipe(ann, town[1], like=True)
    answer = ann.get(PATH).json
    assert (answer["last_like"]["id"], answer["last_pass"], answer["likes_left"]) == (str(town[1]), None, 3)

    assert undo(ann, town[1]) == {"like": True, "seen": False}
    assert undo(ann, town[1]) == NOTHING  # a retry

    answer = ann.get(PATH).json
    assert (answer["last_pass"]["id"], answer["last_like"], answer["likes_left"]) == (str(town[0]), None, 4)
    assert str(town[1]) in deck(ann)
    assert [event.liked_id for event in announced(database, LikeWithdrawn)] == [str(town[1])]


def test_one_of_two_likes_given_back_leaves_one_counted(ann: Browser, town: list[UUID]) -> None:
    swipe(ann, town[0], like=True)
    swipe(ann, town[1], like=True)

    undo(ann, town[1])

    assert ann.get(PATH).json["likes_left"] == 3


def test_a_like_undone_takes_its_match_along_and_announces_that_it_was_seen(
    ann: Browser, wired: Wiring, town: list[UUID], database: Database
) -> None:
    give_like(wired.unit_of_work(), wired.profiles, uuid4(), town[0], ANN)
    swipe(ann, town[0], like=True)
    with wired.unit_of_work() as uow:
        uow.likes.mark_seen(ANN, town[0])
        uow.commit()

    assert undo(ann, town[0]) == {"like": True, "seen": True}

    with psycopg.connect(database.dsn) as connection:
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (0,)
        assert connection.execute("SELECT liker_id FROM likes").fetchall() == [(town[0],)]


def test_a_like_from_before_the_swipe_stays(ann: Browser, wired: Wiring, town: list[UUID]) -> None:
    give_like(wired.unit_of_work(), wired.profiles, uuid4(), ANN, town[0])
    swipe(ann, town[0], like=True)

    assert undo(ann, town[0]) == NOTHING

    with wired.unit_of_work() as uow:
        assert uow.likes.is_given(ANN, town[0])
    assert ann.get(PATH).json["likes_left"] == 4


def test_undone_many_times_at_once_one_like_comes_back(wired: Wiring, database: Database) -> None:
    first, last = uuid4(), uuid4()
    for profile in (first, last):
        decide_swipe(wired.unit_of_work(), wired.profiles, uuid4(), SwipeDecision(ANN, profile, True), 4)

    undone = at_once(*[partial(undo_swipe, wired.unit_of_work(), wired.profiles, ANN, last) for _ in range(6)])

    assert sum(each.is_like for each in undone) == len(announced(database, LikeWithdrawn)) == 1
    with psycopg.connect(database.dsn) as connection:
        assert connection.execute("SELECT likes FROM swipe_days").fetchall() == [(1,)]


def test_of_eight_likes_at_once_four_are_given(wired: Wiring, database: Database) -> None:
    others = [uuid4() for _ in range(8)]

    def like(profile: UUID) -> bool:
        try:
            decide_swipe(wired.unit_of_work(), wired.profiles, uuid4(), SwipeDecision(ANN, profile, True), 4)
        except NoSwipeLikesLeft:
            return False
        return True

    given = at_once(*[partial(like, profile) for profile in others])

    assert sum(given) == len(announced(database, LikeGiven)) == 4
    with psycopg.connect(database.dsn) as connection:
        assert connection.execute("SELECT likes FROM swipe_days").fetchall() == [(4,)]


def test_a_block_beside_a_like_leaves_nothing_to_see(wired: Wiring, database: Database) -> None:
    def block(bo: UUID) -> None:
        with wired.unit_of_work() as uow:
            from_profiles.block(uow, MemberBlocked(blocker_id=str(ANN), blocked_id=str(bo)), wired)
            uow.commit()

    def like(bo: UUID) -> None:
        # Refused when the block is known first.
        with suppress(MemberNotFound):
            decide_swipe(wired.unit_of_work(), wired.profiles, uuid4(), SwipeDecision(bo, ANN, True), 4)

    for _ in range(10):
        bo = uuid4()
        at_once(partial(like, bo), partial(block, bo))

        with wired.unit_of_work() as uow:
            assert uow.lists.received_by(ANN) == []
            assert uow.lists.counts(ANN).new == 0


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"id": str(uuid4()), "profile_id": str(ANN), "like": True}, 422, "like_of_oneself"),
        ({"id": "1", "profile_id": str(uuid4()), "like": True}, 422, "validation_failed"),
        ({"id": str(uuid4()), "profile_id": str(uuid4())}, 422, "validation_failed"),
        ({"id": str(uuid4()), "profile_id": str(uuid4()), "like": "yes"}, 422, "validation_failed"),
        ({"id": str(uuid4()), "profile_id": str(uuid4()), "like": None}, 422, "validation_failed"),
        ({"id": str(uuid4()), "profile_id": str(uuid4()), "like": True, "left": 9}, 422, "validation_failed"),
    ],
    ids=["oneself", "id", "nothing", "words", "null", "more"],
)
def test_bad_input_gets_its_error(
    ann: Browser, database: Database, body: dict[str, Any], status: int, code: str
) -> None:
    answer = ann.post(PATH, body)

    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)


def test_a_hidden_member_is_neither_candidate_nor_liked(ann: Browser, town: list[UUID], profiles: FakeProfiles) -> None:
    swipe(ann, town[1], like=False)
    profiles.hidden = {town[0], town[1]}

    assert str(town[0]) not in deck(ann)
    assert swipe(ann, town[0], like=True).status_code == 404
    assert ann.get(PATH).json["last_pass"] is None
    assert ann.get(PATH).json["likes_left"] == 4


def test_without_profiles_there_is_no_deck_and_nothing_is_lost(
    ann: Browser, town: list[UUID], profiles: FakeProfiles
) -> None:
    key = uuid4()
    profiles.is_down = True
    assert ann.get(PATH).status_code == 503
    assert swipe(ann, town[0], like=True, key=key).status_code == 503

    profiles.is_down = False
    assert swipe(ann, town[0], like=True, key=key).json["likes_left"] == 3


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_visitors_do_not_play(browser: Browser, method: str) -> None:
    answer = browser.send(method, PATH, {})

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "authentication_required")
