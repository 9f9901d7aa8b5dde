from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID, uuid4

import psycopg
from likes.usecases.give_like import give_like
from likes.usecases.withdraw_like import withdraw_like
from likes.wiring import Wiring
from pairwise.likes.v1.events_pb2 import LikeGiven, MatchMade
from shared.kit.db import Database
from shared.kit.testing.announced import announced

ROUNDS = 50


def test_two_who_like_each_other_at_once_match_exactly_once(wired: Wiring, database: Database) -> None:
    with ThreadPoolExecutor(2) as threads:
        for _ in range(ROUNDS):
            ann, bo, start = uuid4(), uuid4(), Barrier(2)

            def like(liker: UUID, liked: UUID, start: Barrier = start) -> bool:
                start.wait()
                return give_like(wired.unit_of_work(), wired.profiles, uuid4(), liker, liked)

            answers = [threads.submit(like, ann, bo), threads.submit(like, bo, ann)]
            assert sorted(answer.result() for answer in answers) == [False, True]

    pairs = [(event.first_id, event.second_id) for event in announced(database, MatchMade)]
    assert len(pairs) == len(set(pairs)) == ROUNDS


def test_a_like_sent_twice_at_once_is_one_like(wired: Wiring, database: Database) -> None:
    with ThreadPoolExecutor(4) as threads:
        for _ in range(10):
            ann, bo, like_id, start = uuid4(), uuid4(), uuid4(), Barrier(4)

            def like(ann: UUID = ann, bo: UUID = bo, like_id: UUID = like_id, start: Barrier = start) -> bool:
                start.wait()
                return give_like(wired.unit_of_work(), wired.profiles, like_id, ann, bo)

            assert [answer.result() for answer in [threads.submit(like) for _ in range(4)]] == [False] * 4

    assert len(announced(database, LikeGiven)) == 10


def test_a_match_never_outlives_a_like(wired: Wiring, database: Database) -> None:
    with ThreadPoolExecutor(2) as threads:
        for _ in range(ROUNDS):
            ann, bo, start = uuid4(), uuid4(), Barrier(2)
            give_like(wired.unit_of_work(), wired.profiles, uuid4(), ann, bo)

            def withdraw(ann: UUID = ann, bo: UUID = bo, start: Barrier = start) -> None:
                start.wait()
                withdraw_like(wired.unit_of_work(), ann, bo)

            def like_back(ann: UUID = ann, bo: UUID = bo, start: Barrier = start) -> None:
                start.wait()
                give_like(wired.unit_of_work(), wired.profiles, uuid4(), bo, ann)

            for answer in [threads.submit(withdraw), threads.submit(like_back)]:
                answer.result()

    with psycopg.connect(database.dsn) as connection:
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM likes").fetchone() == (ROUNDS,)
