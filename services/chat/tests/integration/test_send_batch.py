"""Batches: one call of billing and one transaction, and for each message the same as if it were sent alone."""

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from chat.domain.conversation import conversation_of
from chat.domain.message import Draft, Kind
from chat.tests.fakes import FakeBilling
from chat.tests.integration.test_crashes import POINTS
from chat.tests.integration.test_replies import Meanwhile
from chat.tests.together import outcomes_of
from chat.tests.world import LIMITS, PLENTY, World
from chat.usecases.send_message import Outcome, Send, send_batch, send_batches, send_in_batch
from chat.usecases.settle_send import settle_send
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared.kit.core import Refusal, Unavailable
from shared.kit.core.faults import Fault, raising, recording
from shared.kit.db import Database
from shared.kit.testing.database import empty
from sqlalchemy import text

Pairs = list[tuple[UUID, UUID]]


@pytest.fixture
def pairs(world: World) -> Pairs:
    """Three members who may answer one who wrote to them, and that one, who may write to each."""
    return talking(world, [world.a_member(name) for name in ("Ann", "Bo", "Cas", "Dee")])


def talking(world: World, members: list[UUID]) -> Pairs:
    first, *others = members
    for other in others:
        world.send(first, other)
    return [(other, first) for other in others]


def drafts_of(pairs: Pairs) -> list[Draft]:
    return [Draft(uuid4(), *pair, "and you?") for pair in pairs]


def batch(world: World, drafts: list[Draft], happen: Callable[[], object] = lambda: None) -> list[Outcome]:
    return send_batch(world.unit(), Meanwhile(world.billing, happen), [Send(LIMITS, draft) for draft in drafts])


def sent_or_refused(world: World, drafts: list[Draft], happen: Callable[[], object] = lambda: None) -> list[Any]:
    """As `send_in_batch` answers each of a batch: those without an outcome go on by themselves."""
    outcomes: list[Any] = list(batch(world, drafts, happen))
    alone = [n for n, outcome in enumerate(outcomes) if outcome is None]
    answers = outcomes_of([partial(world.send_draft, drafts[n]) for n in alone]) if alone else []
    for n, answer in zip(alone, answers, strict=True):
        outcomes[n] = answer if isinstance(answer, Exception) else (answer, None)
    return outcomes


def is_posted(world: World, draft: Draft) -> bool:
    return bool(world.rows("SELECT 1 FROM messages WHERE id = :id", id=draft.id))


def check_everything(world: World) -> None:
    """Each message once, charged once, counted, delivered to both in one order, and announced."""
    messages = {row[0] for row in world.rows("SELECT id FROM messages")}
    assert messages == set(world.billing.charges)
    assert world.one("SELECT count(*) FROM kit.outbox WHERE subject = 'chat.MessageSent'") == len(messages)
    assert world.rows("SELECT message_id FROM feed GROUP BY 1 HAVING count(*) <> 2") == []
    assert world.one("SELECT count(*) FROM feed WHERE message_id IS NOT NULL") == 2 * len(messages)
    gaps = """
        SELECT {of} FROM {table} GROUP BY {of}
        HAVING count(*) <> max({number}) OR min({number}) <> 1 OR count(DISTINCT {number}) <> count(*)
    """
    assert world.rows(gaps.format(table="messages", of="conversation_id", number="seq")) == []
    assert world.rows(gaps.format(table="feed", of="member_id", number="position")) == []
    assert (
        world.rows(
            "SELECT 1 FROM feed_heads JOIN feed USING (member_id) GROUP BY member_id, feed_heads.position"
            " HAVING max(feed.position) <> feed_heads.position"
        )
        == []
    )
    assert (
        world.rows(
            "SELECT 1 FROM conversations WHERE last_seq <> (SELECT count(*) FROM messages"
            " WHERE conversation_id = conversations.id)"
        )
        == []
    )
    assert (
        world.rows(
            "SELECT 1 FROM participations WHERE unread <> (SELECT count(*) FROM messages WHERE"
            " conversation_id = participations.conversation_id AND sender_id = partner_id)"
        )
        == []
    )
    order = "SELECT array_agg(seq ORDER BY sent_at, seq) FROM messages GROUP BY conversation_id"
    assert all(row[0] == sorted(row[0]) for row in world.rows(order))


def test_a_batch_is_posted_counted_delivered_and_announced_as_each_alone(world: World, pairs: Pairs) -> None:
    drafts = drafts_of(pairs)

    with recording() as names:
        sent = batch(world, drafts)

    assert names == POINTS
    for draft, outcome in zip(drafts, sent, strict=True):
        assert isinstance(outcome, tuple)
        message = outcome[0]
        assert (message.id, message.seq, message.credits) == (draft.id, 2, 2)
        assert world.rows("SELECT text, sent_at FROM messages WHERE id = :id", id=draft.id) == [
            ("and you?", message.sent_at)
        ]
        # A retry gets the same answer.
        assert world.send(draft.sender_id, draft.recipient_id, draft.text, draft.id).id == draft.id
        assert world.one("SELECT credits FROM members WHERE member_id = :id", id=draft.sender_id) == PLENTY - 2
    check_everything(world)


def test_every_kind_of_message_begins_and_goes_on_in_one_batch(world: World, pairs: Pairs) -> None:
    first, stranger = pairs[0][1], world.a_member("Eve")
    answered = world.one("SELECT id FROM messages WHERE conversation_id = :id", id=conversation_of(*pairs[0]))
    drafts = [
        Draft(uuid4(), *pairs[0], "yes", reply_to=answered),
        Draft(uuid4(), first, stranger, "Hello there, would you like a coffee?", icebreaker="coffee"),
        Draft(uuid4(), stranger, pairs[1][0], "Hello there, who are you?"),
        Draft(uuid4(), *pairs[2], "", Kind.GIFT, "rose"),
    ]

    sent = batch(world, drafts)

    assert [outcome and not isinstance(outcome, Refusal) and outcome[0].seq for outcome in sent] == [2, 1, 1, 2]
    assert world.one("SELECT count(*) FROM kit.outbox WHERE subject = 'chat.ConversationStarted'") == 3 + 2
    check_everything(world)


def test_of_one_sender_a_batch_has_one_message(world: World, pairs: Pairs) -> None:
    drafts = drafts_of([(first, other) for other, first in pairs])

    assert [bool(each) for each in batch(world, drafts)] == [True, False, False]

    check_everything(world)


def test_refused_and_repeated_messages_fail_no_neighbour(world: World, billing: FakeBilling, pairs: Pairs) -> None:
    first = pairs[0][1]
    blocked, poor, earlier = (world.a_member(name) for name in ("Eve", "Flo", "Hal"))
    blocked_pair, poor_pair, earlier_pair = talking(world, [first, blocked, poor, earlier])
    world.block(first, blocked)
    billing.balances[poor] = 0
    again = Draft(world.send(*earlier_pair, "and you?").id, *earlier_pair, "and you?")
    other = Draft(again.id, *earlier_pair, "other words")
    drafts = [*drafts_of([blocked_pair, pairs[0], poor_pair]), again, other, *drafts_of([pairs[1], pairs[1]])]

    outcomes = [each.code if isinstance(each, Refusal) else bool(each) for each in batch(world, drafts)]

    # The second message of one conversation goes on by itself.
    assert outcomes == ["blocked", True, "not_enough_credits", True, "idempotency_key_reused", True, False]
    check_everything(world)


CHANGES: dict[str, Callable[[World, Draft], object]] = {
    "another message": lambda world, draft: world.send(draft.recipient_id, draft.sender_id),
    "a block": lambda world, draft: world.block(draft.recipient_id, draft.sender_id),
    "the same message": lambda world, draft: world.send(draft.sender_id, draft.recipient_id, draft.text, draft.id),
    "its withdrawal": lambda world, draft: settle_send(world.unit(), draft.id),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_during_the_charge_concerns_its_message_alone(
    world: World, billing: FakeBilling, pairs: Pairs, change: str
) -> None:
    drafts = drafts_of(pairs)

    outcomes = sent_or_refused(world, drafts, partial(CHANGES[change], world, drafts[1]))

    for draft, outcome in zip(drafts, outcomes, strict=True):
        if draft is drafts[1] and change in ("a block", "its withdrawal"):
            assert isinstance(outcome, Refusal)
            assert not is_posted(world, draft)
            billing.give_back(draft.id)
        else:
            assert outcome[0].id == draft.id
    check_everything(world)


def test_a_conversation_that_another_transaction_holds_keeps_no_neighbour(world: World, pairs: Pairs) -> None:
    drafts = drafts_of(pairs)
    with world.database.engine.begin() as stuck:
        held = conversation_of(*pairs[1])
        stuck.execute(text("SELECT FROM conversations WHERE id = :id FOR UPDATE"), {"id": held})

        assert batch(world, drafts) == [None, None, None]
        assert world.send(*pairs[0], drafts[0].text, drafts[0].id).seq == 2
    assert [world.send(*pair, each.text, each.id).seq for pair, each in zip(pairs, drafts, strict=True)] == [2, 2, 2]
    check_everything(world)


def test_without_billing_nothing_is_posted(world: World, billing: FakeBilling, pairs: Pairs) -> None:
    drafts = drafts_of(pairs)
    billing.is_down = True

    with pytest.raises(Unavailable):
        batch(world, drafts)

    billing.is_down = False
    assert None not in batch(world, drafts)
    check_everything(world)


@pytest.mark.parametrize("name", POINTS)
@pytest.mark.parametrize("is_retried", [True, False])
def test_a_crash_at_any_point_leaves_each_message_posted_and_paid_or_neither(
    world: World, billing: FakeBilling, pairs: Pairs, name: str, is_retried: bool
) -> None:
    drafts = drafts_of(pairs)
    with raising(name), pytest.raises(Fault):
        batch(world, drafts)

    for draft in drafts:
        if is_retried:
            world.send(draft.sender_id, draft.recipient_id, draft.text, draft.id)
        if draft.id in billing.charges and not settle_send(world.unit(), draft.id):
            billing.give_back(draft.id)

    assert {is_posted(world, draft) for draft in drafts} == {is_retried or name == "chat.send.committed"}
    check_everything(world)


sends = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 2)), min_size=8, max_size=40)


@given(plan=sends, chance=st.randoms(use_true_random=False))
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_sends_of_two_processes_at_once_are_each_posted_once(
    database: Database, plan: list[tuple[int, int, int]], chance: Random
) -> None:
    """Between members who all know each other, with retries at the same time and a block that comes and goes."""
    empty(database)
    world = World(database, FakeBilling())
    members = [world.a_member(name) for name in ("Ann", "Bo", "Cas", "Dee")]
    drafts: list[Draft] = []
    for sender, recipient, copies in plan:
        if sender != recipient:
            drafts.append(Draft(uuid4(), members[sender], members[recipient], "hello"))
            drafts += [drafts[-1]] * (copies - 1)
    chance.shuffle(drafts)

    async def process(drafts: list[Draft]) -> list[Any]:
        batches = send_batches(world.unit, world.billing)
        sends = [send_in_batch(world.unit, world.billing, batches, LIMITS, draft) for draft in drafts]
        return list(await asyncio.gather(*sends, return_exceptions=True))

    half = len(drafts) // 2
    one, other, *_ = outcomes_of(
        [
            lambda: asyncio.run(process(drafts[:half])),
            lambda: asyncio.run(process(drafts[half:])),
            partial(world.block, *members[:2]),
            partial(world.unblock, *members[:2]),
        ]
    )
    outcomes = one + other

    assert [each for each in outcomes if isinstance(each, Exception) and not isinstance(each, Refusal)] == []
    for charge_id in list(world.billing.charges):
        if not settle_send(world.unit(), charge_id):
            world.billing.give_back(charge_id)
    assert {each[0].id for each in outcomes if isinstance(each, tuple)} == set(world.billing.charges)
    check_everything(world)
