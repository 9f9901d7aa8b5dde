from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from google.protobuf.message import Message
from likes.errors import LikeOfOneself, MemberNotFound
from likes.tests.fakes import FakeProfiles
from likes.usecases.give_like import give_like
from likes.usecases.withdraw_like import withdraw_like
from likes.wiring import Wiring
from pairwise.likes.v1.events_pb2 import LikeGiven, LikeWithdrawn, MatchMade
from shared.kit.core import Invalid, Unavailable
from shared.kit.db import Database
from shared.kit.testing.announced import announced

ANN, BO = uuid4(), uuid4()
EVENTS: Sequence[type[Message]] = (LikeGiven, MatchMade, LikeWithdrawn)


def like(wired: Wiring, liker: UUID, liked: UUID, like_id: UUID | None = None) -> bool:
    return give_like(wired.unit_of_work(), wired.profiles, like_id or uuid4(), liker, liked)


def events(database: Database) -> list[int]:
    """The number of LikeGiven, MatchMade and LikeWithdrawn in the outbox."""
    return [len(announced(database, event)) for event in EVENTS]


def test_a_like_is_announced(wired: Wiring, database: Database) -> None:
    assert like(wired, ANN, BO) is False
    assert events(database) == [1, 0, 0]


def test_a_like_back_makes_one_match(wired: Wiring, database: Database) -> None:
    like(wired, ANN, BO)

    assert like(wired, BO, ANN) is True
    assert events(database) == [2, 1, 0]
    [match] = announced(database, MatchMade)
    assert match.first_id < match.second_id


def test_liking_a_member_again_announces_nothing(wired: Wiring, database: Database) -> None:
    like(wired, ANN, BO)
    like(wired, ANN, BO)

    assert events(database) == [1, 0, 0]


def test_a_retry_gets_the_same_answer_even_when_the_member_is_hidden(wired: Wiring, database: Database) -> None:
    like_id = uuid4()
    like(wired, ANN, BO, like_id)

    assert like(replace(wired, profiles=FakeProfiles(hidden={BO})), ANN, BO, like_id) is False
    assert events(database) == [1, 0, 0]


def test_the_same_key_for_another_member_is_refused(wired: Wiring, database: Database) -> None:
    like_id = uuid4()
    like(wired, ANN, BO, like_id)

    with pytest.raises(Invalid, match="idempotency_key_reused"):
        like(wired, ANN, uuid4(), like_id)


def test_a_like_of_oneself_is_refused(wired: Wiring, database: Database) -> None:
    with pytest.raises(LikeOfOneself):
        like(wired, ANN, ANN)


@pytest.mark.parametrize(
    ("profiles", "refusal"), [(FakeProfiles(hidden={BO}), MemberNotFound), (FakeProfiles(is_down=True), Unavailable)]
)
def test_a_refused_like_leaves_nothing(
    wired: Wiring, database: Database, profiles: FakeProfiles, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        like(replace(wired, profiles=profiles), ANN, BO)

    assert events(database) == [0, 0, 0]
    with wired.unit_of_work() as uow:
        assert not uow.likes.is_given(ANN, BO)


def test_withdrawing_takes_the_match_along_and_liking_again_makes_another(wired: Wiring, database: Database) -> None:
    like(wired, ANN, BO)
    like(wired, BO, ANN)

    withdraw_like(wired.unit_of_work(), ANN, BO)
    withdraw_like(wired.unit_of_work(), ANN, BO)

    assert events(database) == [2, 1, 1]
    assert like(wired, ANN, BO) is True
    assert events(database) == [3, 2, 1]
