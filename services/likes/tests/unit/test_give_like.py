from uuid import uuid4

import pytest
from likes.errors import LikeOfOneself, MemberNotFound
from likes.tests.fakes import FakeCards, FakeLikesUnit
from likes.usecases.give_like import give_like
from likes.usecases.withdraw_like import withdraw_like
from pairwise.likes.v1.events_pb2 import LikeGiven, LikeWithdrawn, MatchMade
from servicekit.errors import Invalid, Unavailable

ANN, BO = uuid4(), uuid4()


def kinds(uow: FakeLikesUnit) -> list[type]:
    return [type(event) for event in uow.announced]


def test_a_like_is_told() -> None:
    uow = FakeLikesUnit()

    assert give_like(uow, FakeCards(), uuid4(), ANN, BO) is False
    assert kinds(uow) == [LikeGiven]
    assert uow.commits == 1


def test_a_like_back_makes_one_match() -> None:
    uow = FakeLikesUnit()
    give_like(uow, FakeCards(), uuid4(), ANN, BO)

    assert give_like(uow, FakeCards(), uuid4(), BO, ANN) is True
    assert kinds(uow) == [LikeGiven, LikeGiven, MatchMade]
    [match] = [event for event in uow.announced if isinstance(event, MatchMade)]
    assert match.first_id < match.second_id


def test_liking_someone_again_tells_nothing_new() -> None:
    uow = FakeLikesUnit()
    give_like(uow, FakeCards(), uuid4(), ANN, BO)

    give_like(uow, FakeCards(), uuid4(), ANN, BO)

    assert kinds(uow) == [LikeGiven]


def test_a_retry_gets_the_same_answer_even_when_the_member_is_gone() -> None:
    uow, like_id = FakeLikesUnit(), uuid4()
    give_like(uow, FakeCards(), like_id, ANN, BO)

    assert give_like(uow, FakeCards(hidden={BO}), like_id, ANN, BO) is False
    assert kinds(uow) == [LikeGiven]


def test_the_same_id_for_another_member_is_refused() -> None:
    uow, like_id = FakeLikesUnit(), uuid4()
    give_like(uow, FakeCards(), like_id, ANN, BO)

    with pytest.raises(Invalid, match="idempotency_key_reused"):
        give_like(uow, FakeCards(), like_id, ANN, uuid4())


def test_nobody_likes_themselves() -> None:
    with pytest.raises(LikeOfOneself):
        give_like(FakeLikesUnit(), FakeCards(), uuid4(), ANN, ANN)


def test_who_is_hidden_cannot_be_liked() -> None:
    uow = FakeLikesUnit()

    with pytest.raises(MemberNotFound):
        give_like(uow, FakeCards(hidden={BO}), uuid4(), ANN, BO)
    assert uow.commits == 0


def test_without_profiles_nothing_is_liked() -> None:
    uow = FakeLikesUnit()

    with pytest.raises(Unavailable):
        give_like(uow, FakeCards(is_down=True), uuid4(), ANN, BO)
    assert (uow.commits, uow.announced) == (0, [])


def test_withdrawing_takes_the_match_along_and_liking_again_makes_another() -> None:
    uow = FakeLikesUnit()
    give_like(uow, FakeCards(), uuid4(), ANN, BO)
    give_like(uow, FakeCards(), uuid4(), BO, ANN)

    withdraw_like(uow, ANN, BO)
    withdraw_like(uow, ANN, BO)

    assert kinds(uow)[3:] == [LikeWithdrawn]
    assert give_like(uow, FakeCards(), uuid4(), ANN, BO) is True
    assert kinds(uow)[4:] == [LikeGiven, MatchMade]
