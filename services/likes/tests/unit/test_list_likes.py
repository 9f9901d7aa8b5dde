from uuid import uuid4

from likes.tests.fakes import FakeCards, FakeLikesUnit
from likes.usecases.list_likes import list_likes
from likes.usecases.mark_seen import mark_seen

ANN, BO, CY = uuid4(), uuid4(), uuid4()


def test_both_lists_take_one_question() -> None:
    uow, cards = FakeLikesUnit(), FakeCards()
    uow.likes.add(ANN, BO)
    uow.likes.add(CY, ANN)

    lists = list_likes(uow, cards, ANN)

    assert [like.member_id for like, _ in lists.sent] == [BO]
    assert [like.member_id for like, _ in lists.received] == [CY]
    assert cards.asked == [{BO, CY}]


def test_who_is_hidden_is_in_neither_list_nor_count() -> None:
    uow = FakeLikesUnit()
    uow.likes.add(BO, ANN)
    uow.likes.add(CY, ANN)

    lists = list_likes(uow, FakeCards(hidden={BO}), ANN)

    assert [like.member_id for like, _ in lists.received] == [CY]
    assert (lists.counts.received, lists.counts.new) == (1, 1)


def test_opening_a_like_leaves_the_others_new() -> None:
    uow = FakeLikesUnit()
    uow.likes.add(BO, ANN)
    uow.likes.add(CY, ANN)

    assert mark_seen(uow, ANN, BO) == 1
    assert mark_seen(uow, ANN, BO) == 1
    assert uow.commits == 2
