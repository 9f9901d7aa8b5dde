"""A member without age assurance can send no message, and an attempt costs no credits."""

from uuid import UUID

import pytest
from chat.domain.message import Reaction
from chat.errors import AgeAssuranceRequired
from chat.events.from_identity import follow_age
from chat.tests.world import NO_WIRING, PLENTY, World
from chat.usecases.react import react
from pairwise.identity.v1.events_pb2 import AgeAssuranceChanged


def withhold(world: World, member: UUID, *, withheld: bool) -> None:
    with world.unit() as uow:
        follow_age(uow, AgeAssuranceChanged(member_id=str(member), withheld=withheld), NO_WIRING)
        uow.commit()


@pytest.mark.parametrize("has_conversation", [False, True])
def test_a_withheld_member_neither_starts_nor_answers(world: World, has_conversation: bool) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    received = world.send(bo, ann) if has_conversation else None
    withhold(world, ann, withheld=True)

    with pytest.raises(AgeAssuranceRequired):
        world.send(ann, bo)
    with pytest.raises(AgeAssuranceRequired):
        world.give(ann, bo)
    if received:
        with pytest.raises(AgeAssuranceRequired):
            react(world.unit(), ann, received.id, Reaction.HEART)
    assert world.billing.balances[ann] == PLENTY

    withhold(world, ann, withheld=False)
    assert world.send(ann, bo).sender_id == ann


def test_an_event_before_the_sign_up_holds(world: World) -> None:
    bo, ann = world.a_member("Bo"), UUID("a0000000-0000-4000-8000-00000000000a")
    withhold(world, ann, withheld=True)
    world.a_member("Ann", member_id=ann)

    with pytest.raises(AgeAssuranceRequired):
        world.send(ann, bo)
