"""Conversation partners of an account closed for fraud are warned, until that is lifted."""

from collections import Counter
from typing import cast
from uuid import UUID, uuid4

import pytest
from chat.domain.conversation import conversation_of
from chat.events.from_profiles import subscriptions
from chat.storage.data_inventory import DATA_INVENTORY
from chat.tests.world import World
from chat.usecases.warn_of_fraud import BATCH, warn_of_fraud
from chat.wiring import Wiring
from pairwise.chat.v1.events_pb2 import FraudContactsFound
from pairwise.profiles.v1.events_pb2 import MemberModerated
from shared.kit.core.faults import Fault, raising
from shared.kit.events.consumers import handle_once
from shared.kit.testing.announced import announced
from shared.kit.testing.nats_messages import nats_message
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser
from shared.privacy import erase

FIRST = uuid4()


def decide(
    world: World,
    member: UUID,
    number: int,
    measure: str = "suspend",
    reason: str = "fraud",
    decision: UUID | None = None,
) -> None:
    event = MemberModerated(
        decision_id=str(decision or uuid4()), member_id=str(member), measure=measure, reason=reason, number=number
    )
    handlers = subscriptions.consumers(cast(Wiring, None))
    [consumer] = [one for one in handlers if one.event is MemberModerated]
    assert handle_once(world.unit, consumer, nats_message(event)) == "handled"
    world.moderate(member, is_hidden=measure != "lift")


def warn(world: World) -> int:
    return warn_of_fraud(world.unit)


def warned(world: World) -> Counter[UUID]:
    events = announced(world.database, FraudContactsFound)
    return Counter(UUID(contact.member_id) for event in events for contact in event.contacts)


def partner_state(browser: Browser, viewer: UUID, partner: UUID) -> tuple[str, str]:
    browser.as_member(viewer)
    one = browser.get("/api/chat.php", conversation=str(conversation_of(viewer, partner))).json["partner"]
    [listed] = [each["partner"] for each in browser.get("/api/chats.php").json["chats"]]
    return one, listed


def acquaint_many(world: World, fraudster: UUID, count: int) -> set[UUID]:
    """Give the fraudster conversations with new members, written straight into the tables."""
    members = [uuid4() for _ in range(count)]
    with world.database.engine.begin() as connection:
        for member in members:
            first, second = sorted((fraudster, member))
            values = {
                "id": conversation_of(fraudster, member),
                "first": first,
                "second": second,
                "starter": fraudster,
                "member": member,
                "fraudster": fraudster,
            }
            for statement in (
                "INSERT INTO members (member_id) VALUES (%(member)s)",
                "INSERT INTO conversations (id, first_id, second_id, starter_id, last_seq, last_message_at)"
                " VALUES (%(id)s, %(first)s, %(second)s, %(starter)s, 1, now())",
                "INSERT INTO participations (conversation_id, member_id, partner_id, updated_at) VALUES"
                " (%(id)s, %(member)s, %(fraudster)s, now()), (%(id)s, %(fraudster)s, %(member)s, now())",
            ):
                connection.exec_driver_sql(statement, values)
    return set(members)


@pytest.mark.parametrize("measure", ["suspend", "hide"])
def test_both_who_wrote_and_who_was_written_to_are_warned(world: World, browser: Browser, measure: str) -> None:
    ann, bo, cas, eve = (world.a_member(name) for name in ("Ann", "Bo", "Cas", "Eve"))
    world.send(ann, eve)
    world.send(eve, bo)
    world.send(ann, cas)

    decide(world, eve, 1, measure, decision=FIRST)
    warn(world)

    assert warned(world) == Counter([ann, bo])
    [event] = announced(world.database, FraudContactsFound)
    assert (event.decision_id, event.fraudster_id) == (str(FIRST), str(eve))
    assert {contact.conversation_id for contact in event.contacts} == {
        str(conversation_of(eve, one)) for one in (ann, bo)
    }
    assert partner_state(browser, bo, eve) == ("fraud", "fraud")


@pytest.mark.parametrize(("measure", "reason"), [("suspend", "harassment"), ("hide", "fake"), ("warn", "fraud")])
def test_other_decisions_warn_nobody(world: World, browser: Browser, measure: str, reason: str) -> None:
    ann, eve = world.a_member("Ann"), world.a_member("Eve")
    world.send(eve, ann)

    decide(world, eve, 1, measure, reason)

    assert (warn(world), warned(world)) == (0, Counter())
    assert partner_state(browser, ann, eve) == ("disabled", "disabled")


def test_five_hundred_are_warned_once_each_in_batches(world: World) -> None:
    eve = world.a_member("Eve")
    members = acquaint_many(world, eve, 500)

    decide(world, eve, 1)
    decide(world, eve, 1)
    warn(world)
    warn(world)

    assert warned(world) == Counter(members)
    assert {len(event.contacts) for event in announced(world.database, FraudContactsFound)} == {BATCH}


def test_killed_between_batches_it_goes_on_where_it_was(world: World) -> None:
    eve = world.a_member("Eve")
    members = acquaint_many(world, eve, 2 * BATCH + 7)
    decide(world, eve, 1)

    for _ in range(3):
        with raising("chat.fraud.before_commit"), pytest.raises(Fault):
            warn(world)
    at_once(*[lambda: warn(world)] * 3)
    while warn(world):
        pass

    assert warned(world) == Counter(members)


def test_a_confirmation_warns_nobody_again(world: World) -> None:
    ann, eve = world.a_member("Ann"), world.a_member("Eve")
    world.send(eve, ann)

    decide(world, eve, 1)
    warn(world)
    decide(world, eve, 2)
    warn(world)

    assert warned(world) == Counter([ann])


@pytest.mark.parametrize(("measure", "reason", "left"), [("lift", "other", "here"), ("suspend", "fake", "disabled")])
def test_a_lifted_decision_ends_the_banner_and_the_warning(
    world: World, browser: Browser, measure: str, reason: str, left: str
) -> None:
    eve, ann = world.a_member("Eve"), world.a_member("Ann")
    world.send(eve, ann)
    decide(world, eve, 1)

    decide(world, eve, 2, measure, reason)

    assert (warn(world), warned(world)) == (0, Counter())
    assert partner_state(browser, ann, eve) == (left, left)


def test_a_new_decision_after_a_lift_warns_again(world: World) -> None:
    ann, eve = world.a_member("Ann"), world.a_member("Eve")
    world.send(eve, ann)
    for number, measure in enumerate(("suspend", "lift", "suspend"), 1):
        decide(world, eve, number, measure)
        warn(world)

    assert warned(world) == Counter([ann, ann])
    assert len({event.decision_id for event in announced(world.database, FraudContactsFound)}) == 2


def test_late_events_change_nothing(world: World, browser: Browser) -> None:
    ann, eve = world.a_member("Ann"), world.a_member("Eve")
    world.send(eve, ann)

    decide(world, eve, 2, "lift")
    decide(world, eve, 1, "suspend")
    world.moderate(eve, is_hidden=False)

    assert (warn(world), warned(world)) == (0, Counter())
    assert partner_state(browser, ann, eve) == ("here", "here")


def test_partners_gone_suspended_or_long_silent_are_not_warned(world: World) -> None:
    eve, gone, suspended, long_ago, there = (world.a_member(name) for name in ("Eve", "Gone", "Bad", "Old", "Ann"))
    for one in (gone, suspended, long_ago, there):
        world.send(one, eve)
    world.delete(gone)
    world.moderate(suspended)
    conversation = conversation_of(eve, long_ago)
    world.change(f"UPDATE conversations SET last_message_at = now() - interval '13 months' WHERE id = '{conversation}'")  # noqa: S608

    decide(world, eve, 1)
    warn(world)

    assert warned(world) == Counter([there])


def test_open_pages_are_notified(world: World) -> None:
    ann, eve = world.a_member("Ann"), world.a_member("Eve")
    world.send(eve, ann)
    decide(world, eve, 1)

    world.follow()

    assert world.one("SELECT count(*) FROM feed WHERE member_id = :id AND kind = 'changed'", id=ann) > 0


def test_a_fraudster_who_leaves_is_still_warned_of_and_an_erased_one_is_not_named_any_more(
    world: World, browser: Browser
) -> None:
    ann, eve = world.a_member("Ann"), world.a_member("Eve")
    world.send(eve, ann)
    decide(world, eve, 1)
    world.delete(eve)
    assert partner_state(browser, ann, eve) == ("fraud", "fraud")

    with world.unit() as uow:
        erase(uow.session, DATA_INVENTORY, eve)
        uow.commit()

    assert partner_state(browser, ann, eve) == ("deleted", "deleted")
    assert warn(world) == 0
