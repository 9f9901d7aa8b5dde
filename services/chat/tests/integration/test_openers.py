"""Words of an answered like are a message of the liker: posted once, paid at the price of openers."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from chat.tests.world import World
from chat.usecases.post_opener import post_opener
from chat.usecases.settle_send import settle_send
from shared.sites import OPENER


def opener(world: World, liker: UUID, liked: UUID, text: str = "Which bread?") -> bool:
    return post_opener(world.unit(), world.billing, liker, liked, text)


def messages(world: World) -> list[Any]:
    return [tuple(row) for row in world.rows("SELECT text, kind, seq FROM messages ORDER BY seq")]


def test_it_begins_the_conversation_once_and_counts_as_no_start(world: World) -> None:
    ann, bo = world.a_member(premium=False), world.a_member("Bo")

    with ThreadPoolExecutor(4) as workers:
        assert all(workers.map(lambda _: opener(world, ann, bo), range(4)))
    assert opener(world, ann, bo, "Another one, after the like was withdrawn") is True

    assert messages(world) == [("Which bread?", "opener", 1)]
    assert world.one("SELECT conversations_started FROM members WHERE member_id = :ann", ann=ann) == 0
    assert list(world.billing.charges.values()) == [(ann, bo, OPENER)]


def test_both_directions_and_other_messages_stand_in_one_conversation(world: World) -> None:
    ann, bo = world.a_member(), world.a_member("Bo")
    opener(world, ann, bo)
    opener(world, bo, ann, "You too?")
    world.send(ann, bo, "Yes")

    assert [text for text, *_ in messages(world)] == ["Which bread?", "You too?", "Yes"]


@pytest.mark.parametrize("barrier", ["blocked", "poor", "too_long"])
def test_one_that_is_refused_for_good_is_dropped(world: World, barrier: str) -> None:
    ann, bo = world.a_member(credits=0 if barrier == "poor" else 100), world.a_member("Bo")
    if barrier == "blocked":
        world.block(bo, ann)

    assert opener(world, ann, bo, "x" * 301 if barrier == "too_long" else "Hi") is True
    assert messages(world) == []


@pytest.mark.parametrize("away", ["on a break", "deleted"])
def test_one_waits_for_a_member_who_answered_and_is_away(world: World, away: str) -> None:
    ann, bo = world.a_member(), world.a_member("Bo")
    invisible = "UPDATE members SET is_invisible = :away WHERE member_id = :bo"
    world.delete(bo) if away == "deleted" else world.change(invisible, away=True, bo=bo)

    assert opener(world, ann, bo) is False
    assert (messages(world), world.billing.charges) == ([], {})

    world.come_back(bo) if away == "deleted" else world.change(invisible, away=False, bo=bo)
    assert opener(world, ann, bo) is True
    assert messages(world) == [("Which bread?", "opener", 1)]


def test_one_waits_for_billing(world: World) -> None:
    ann, bo = world.a_member(), world.a_member("Bo")

    world.billing.is_down = True
    assert opener(world, ann, bo) is False
    world.billing.is_down = False
    assert opener(world, ann, bo) is True
    assert len(messages(world)) == 1


def test_one_whose_charge_was_taken_back_is_posted_under_another_id(world: World) -> None:
    ann, bo = world.a_member(), world.a_member("Bo")
    world.billing.loses_answers = True
    assert opener(world, ann, bo) is False
    world.billing.loses_answers = False
    [charge_id] = world.billing.charges
    assert settle_send(world.unit(), charge_id) is False

    assert opener(world, ann, bo) is True
    assert opener(world, ann, bo) is True
    assert len(messages(world)) == 1
