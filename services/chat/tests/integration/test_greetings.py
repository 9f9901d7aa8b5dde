"""The first message of a new member is posted after the confirmation of the address, once, as any message."""

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid5

import pytest
from chat.events.from_identity import confirm
from chat.ports import FirstMessage
from chat.tests.fakes import FakeGreetings
from chat.tests.world import NO_WIRING, World
from chat.usecases.post_greetings import NAMESPACE, post_greetings
from pairwise.identity.v1.events_pb2 import MemberConfirmed
from shared.sites import SiteDirectory


@pytest.fixture
def greetings() -> FakeGreetings:
    return FakeGreetings()


def a_newcomer(world: World, greetings: FakeGreetings, to: UUID, text: str = "Hi Bo") -> UUID:
    """A free member with a first message to post, just confirmed."""
    ann = world.a_member(premium=False, confirmed=False)
    greetings.written[ann] = FirstMessage(to, text, "pairwise")
    with world.unit() as uow:
        confirm(uow, MemberConfirmed(member_id=str(ann), has_greeting=True), NO_WIRING)
        uow.commit()
    return ann


def post(world: World, greetings: FakeGreetings) -> int:
    return post_greetings(world.unit, greetings, world.billing, SiteDirectory())


def messages(world: World) -> list[str]:
    return [row[0] for row in world.rows("SELECT text FROM messages")]


def test_a_greeting_is_posted_once_however_many_workers_look(world: World, greetings: FakeGreetings) -> None:
    bo = world.a_member("Bo")
    ann = a_newcomer(world, greetings, bo)

    with ThreadPoolExecutor(4) as workers:
        posted = sum(workers.map(lambda _: post(world, greetings), range(4)))

    assert (posted, messages(world)) == (1, ["Hi Bo"])
    assert world.one("SELECT starter_id FROM conversations") == ann
    assert world.rows("SELECT * FROM greetings") == []


def test_a_greeting_announced_again_is_the_same_message(world: World, greetings: FakeGreetings) -> None:
    bo = world.a_member("Bo")
    ann = a_newcomer(world, greetings, bo)
    post(world, greetings)

    with world.unit() as uow:
        confirm(uow, MemberConfirmed(member_id=str(ann), has_greeting=True), NO_WIRING)
        uow.commit()
    post(world, greetings)

    assert messages(world) == ["Hi Bo"]
    assert len(world.billing.charges) == 1


@pytest.mark.parametrize("who", ["billing", "identity"])
def test_a_greeting_waits_for_those_it_needs(world: World, greetings: FakeGreetings, who: str) -> None:
    bo = world.a_member("Bo")
    a_newcomer(world, greetings, bo)
    down = world.billing if who == "billing" else greetings

    down.is_down = True
    assert post(world, greetings) == 0
    down.is_down = False
    assert post(world, greetings) == 0  # not hammered: it is due again in a while
    with world.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE greetings SET due_at = now()")
    assert post(world, greetings) == 1


def test_a_member_who_blocked_the_newcomer_gets_no_greeting(world: World, greetings: FakeGreetings) -> None:
    bo = world.a_member("Bo")
    ann = a_newcomer(world, greetings, bo)
    world.block(bo, ann)

    assert post(world, greetings) == 0
    assert (messages(world), world.rows("SELECT * FROM greetings"), world.billing.charges) == ([], [], {})


def test_nobody_waits_for_who_wrote_nothing(world: World) -> None:
    ann = world.a_member(confirmed=False)
    with world.unit() as uow:
        confirm(uow, MemberConfirmed(member_id=str(ann)), NO_WIRING)
        uow.commit()

    assert world.rows("SELECT * FROM greetings") == []


def test_a_greeting_whose_id_was_taken_by_another_member_is_posted(world: World, greetings: FakeGreetings) -> None:
    bo = world.a_member("Bo")
    ann = a_newcomer(world, greetings, bo)
    world.send(world.a_member("Eve"), bo, "first", uuid5(NAMESPACE, str(ann)))

    assert (post(world, greetings), post(world, greetings)) == (1, 0)
    assert sorted(messages(world)) == ["Hi Bo", "first"]
