"""A crash at any point of a send leaves one message and one charge, or neither."""

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from chat.errors import SendWithdrawn
from chat.tests.fakes import FakeBilling
from chat.tests.world import PLENTY, World
from chat.usecases.settle_send import settle_send
from shared.kit.core import Unavailable
from shared.kit.core.faults import Fault, raising, recording

POINTS = [
    "chat.send.before_charge",
    "chat.send.charged",
    "chat.send.locked",
    "chat.send.before_commit",
    "chat.send.committed",
]


def settle(world: World, message_id: UUID) -> None:
    """As billing's job does for a charge it has heard nothing of."""
    if message_id in world.billing.charges and not settle_send(world.unit(), message_id):
        world.billing.give_back(message_id)


def retry(world: World, ann: UUID, bo: UUID, message_id: UUID) -> None:
    try:
        world.send(ann, bo, "hello", message_id)
    except SendWithdrawn:
        # The client's next try has a new id; this one is over.
        assert not world.rows("SELECT 1 FROM messages WHERE id = :id", id=message_id)


def is_posted(world: World, message_id: UUID) -> bool:
    found = world.one("SELECT count(*) FROM messages WHERE id = :id", id=message_id)
    assert found == world.one("SELECT count(*) FROM kit.outbox WHERE subject = 'chat.MessageSent'")
    assert found * 2 == world.one("SELECT count(*) FROM feed WHERE kind = 'message'")
    return bool(found)


def test_every_point_of_a_send_is_tried(world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    with recording() as names:
        world.send(ann, bo)
        world.send(bo, ann)

    assert names == [*POINTS, *POINTS]


@pytest.mark.parametrize("name", POINTS)
def test_a_retry_after_a_crash_finishes_the_send(world: World, billing: FakeBilling, name: str) -> None:
    ann, bo, message_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()
    with raising(name), pytest.raises(Fault):
        world.send(ann, bo, "hello", message_id)

    retry(world, ann, bo, message_id)
    settle(world, message_id)

    assert is_posted(world, message_id)
    assert list(billing.charges) == [message_id]
    assert billing.balances[ann] == PLENTY - 2


@pytest.mark.parametrize("name", POINTS)
@pytest.mark.parametrize("after", [None, retry])
def test_settling_after_a_crash_leaves_both_or_none(
    world: World, billing: FakeBilling, name: str, after: Callable[[World, UUID, UUID, UUID], None] | None
) -> None:
    ann, bo, message_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()
    with raising(name), pytest.raises(Fault):
        world.send(ann, bo, "hello", message_id)

    settle(world, message_id)
    if after:
        after(world, ann, bo, message_id)
        settle(world, message_id)

    assert is_posted(world, message_id) == (message_id in billing.charges)
    assert billing.balances[ann] == PLENTY - 2 * len(billing.charges)


def test_a_settlement_that_dies_is_asked_again(world: World, billing: FakeBilling) -> None:
    ann, bo, message_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()
    with raising("chat.send.charged"), pytest.raises(Fault):
        world.send(ann, bo, "hello", message_id)
    with raising("chat.settle.before_commit"), pytest.raises(Fault):
        settle_send(world.unit(), message_id)

    settle(world, message_id)

    assert not is_posted(world, message_id)
    assert billing.balances[ann] == PLENTY
    with pytest.raises(SendWithdrawn):
        world.send(ann, bo, "hello", message_id)


def test_a_charge_whose_answer_is_lost_is_not_made_twice(world: World, billing: FakeBilling) -> None:
    ann, bo, message_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()
    billing.loses_answers = True
    with pytest.raises(Unavailable):
        world.send(ann, bo, "hello", message_id)
    assert not is_posted(world, message_id)
    billing.loses_answers = False

    world.send(ann, bo, "hello", message_id)

    assert is_posted(world, message_id)
    assert billing.balances[ann] == PLENTY - 2
