from uuid import uuid4

from likes.tests.fakes import FakeProfiles
from likes.usecases.give_like import give_like
from likes.usecases.list_likes import list_likes
from likes.usecases.mark_seen import mark_seen
from likes.wiring import Wiring
from shared.kit.db import Database

ANN, BO, CY = uuid4(), uuid4(), uuid4()


def test_all_lists_take_one_call(wired: Wiring, database: Database, profiles: FakeProfiles) -> None:
    give_like(wired.unit_of_work(), profiles, uuid4(), ANN, BO)
    give_like(wired.unit_of_work(), profiles, uuid4(), CY, ANN)
    profiles.calls.clear()

    lists = list_likes(wired.unit_of_work(), profiles, ANN)

    assert [like.member_id for like, *_ in lists.sent] == [BO]
    assert [like.member_id for like, *_ in lists.received] == [CY]
    assert profiles.calls == [{BO, CY}]


def test_a_hidden_member_is_in_neither_list_nor_count(
    wired: Wiring, database: Database, profiles: FakeProfiles
) -> None:
    for liker in (BO, CY):
        give_like(wired.unit_of_work(), profiles, uuid4(), liker, ANN)

    lists = list_likes(wired.unit_of_work(), FakeProfiles(hidden={BO}), ANN)

    assert [like.member_id for like, *_ in lists.received] == [CY]
    assert (lists.counts.received, lists.counts.new) == (1, 1)


def test_opening_a_like_leaves_the_others_new(wired: Wiring, database: Database, profiles: FakeProfiles) -> None:
    for liker in (BO, CY):
        give_like(wired.unit_of_work(), profiles, uuid4(), liker, ANN)

    assert mark_seen(wired.unit_of_work(), ANN, BO) == 1
    assert mark_seen(wired.unit_of_work(), ANN, BO) == 1
