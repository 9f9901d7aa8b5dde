from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import psycopg
import pytest
from likes.errors import MemberNotFound, NoSwipeLikesLeft
from likes.tests.fakes import FakeCards
from likes.usecases.give_like import give_like
from likes.usecases.swipe import Decision, decide
from likes.wiring import Wiring
from likes.worker.on_member_blocked import on_member_blocked
from pairwise.likes.v1.events_pb2 import LikeGiven, MatchMade
from pairwise.profiles.v1.events_pb2 import MemberBlocked
from servicekit.storage import Database
from servicekit.testing.announced import announced
from servicekit.testing.together import at_once
from servicekit.testing.web import Browser

ANN = uuid4()
PATH = "/api/swipe-game.php"


@pytest.fixture
def ann(browser: Browser) -> Browser:
    return browser.as_member(ANN)


@pytest.fixture
def town(cards: FakeCards) -> list[UUID]:
    cards.there = [uuid4() for _ in range(30)]
    return cards.there


def swipe(browser: Browser, profile: UUID, *, like: bool, key: UUID | None = None) -> Any:
    return browser.post(PATH, {"id": str(key or uuid4()), "profile_id": str(profile), "like": like})


def dealt(browser: Browser) -> list[str]:
    return [card["id"] for card in browser.get(PATH).json["profiles"]]


def test_nobody_is_dealt_twice(ann: Browser, wired: Wiring, town: list[UUID]) -> None:
    give_like(wired.unit_of_work(), wired.cards, uuid4(), ANN, town[0])
    seen: list[str] = []
    while hand := dealt(ann):
        assert len(hand) <= 10
        seen += hand
        for profile in hand:
            assert swipe(ann, UUID(profile), like=False).status_code == 201

    assert seen == [str(profile) for profile in town[1:]]


def test_four_likes_a_day_and_passing_goes_on(ann: Browser, town: list[UUID], database: Database) -> None:
    left = [swipe(ann, profile, like=True).json["likes_left"] for profile in town[:4]]
    refused = swipe(ann, town[4], like=True)

    assert left == [3, 2, 1, 0]
    assert (refused.status_code, refused.json["error"]["code"]) == (403, "no_swipe_likes_left")
    assert swipe(ann, town[5], like=False).json["likes_left"] == 0
    assert len(announced(database, LikeGiven)) == 4
    assert str(town[4]) in dealt(ann)  # refused is not decided


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


def test_whom_one_likes_already_costs_nothing(ann: Browser, wired: Wiring, town: list[UUID]) -> None:
    give_like(wired.unit_of_work(), wired.cards, uuid4(), ANN, town[0])

    assert swipe(ann, town[0], like=True).json["likes_left"] == 4


def test_two_who_swipe_each_other_match(ann: Browser, wired: Wiring, town: list[UUID], database: Database) -> None:
    give_like(wired.unit_of_work(), wired.cards, uuid4(), town[0], ANN)

    assert swipe(ann, town[0], like=True).json["match"] is True
    assert len(announced(database, MatchMade)) == 1


def test_the_last_pass_can_be_taken_back(ann: Browser, town: list[UUID]) -> None:
    swipe(ann, town[0], like=False)
    swipe(ann, town[1], like=False)
    swipe(ann, town[2], like=True)
    assert ann.get(PATH).json["last_pass"]["id"] == str(town[1])

    ann.delete(PATH, {"profile_id": str(town[0])})  # not the last
    assert str(town[0]) not in dealt(ann)
    assert ann.delete(PATH, {"profile_id": str(town[1])}).json == {}
    ann.delete(PATH, {"profile_id": str(town[2])})  # no pass

    assert dealt(ann)[0] == str(town[1])
    assert str(town[2]) not in dealt(ann)


def test_of_eight_likes_at_once_four_are_given(wired: Wiring, database: Database) -> None:
    others = [uuid4() for _ in range(8)]

    def like(profile: UUID) -> bool:
        try:
            decide(wired.unit_of_work(), wired.cards, uuid4(), Decision(ANN, profile, True), 4)
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
            on_member_blocked(uow, MemberBlocked(blocker_id=str(ANN), blocked_id=str(bo)))
            uow.commit()

    def like(bo: UUID) -> None:
        # Refused when the block is known first.
        with suppress(MemberNotFound):
            decide(wired.unit_of_work(), wired.cards, uuid4(), Decision(bo, ANN, True), 4)

    for _ in range(10):
        bo = uuid4()
        at_once(partial(like, bo), partial(block, bo))

        with wired.unit_of_work() as uow:
            assert uow.likes.received_by(ANN) == []
            assert uow.likes.counts(ANN).new == 0


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


def test_a_hidden_member_is_neither_dealt_nor_liked(ann: Browser, town: list[UUID], cards: FakeCards) -> None:
    swipe(ann, town[1], like=False)
    cards.hidden = {town[0], town[1]}

    assert str(town[0]) not in dealt(ann)
    assert swipe(ann, town[0], like=True).status_code == 404
    assert ann.get(PATH).json["last_pass"] is None
    assert ann.get(PATH).json["likes_left"] == 4


def test_without_profiles_nothing_is_dealt_and_nothing_lost(ann: Browser, town: list[UUID], cards: FakeCards) -> None:
    key = uuid4()
    cards.is_down = True
    assert ann.get(PATH).status_code == 503
    assert swipe(ann, town[0], like=True, key=key).status_code == 503

    cards.is_down = False
    assert swipe(ann, town[0], like=True, key=key).json["likes_left"] == 3


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_visitors_do_not_play(browser: Browser, method: str) -> None:
    answer = browser.send(method, PATH, {})

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "authentication_required")
