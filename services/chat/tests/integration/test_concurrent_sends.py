"""Sends at the same moment: every message once, gapless seqs, and limits that hold."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from uuid import UUID, uuid4

import pytest
from chat.errors import NoConversationsLeft, SameTextToMany, SendWithdrawn
from chat.tests.fakes import FakeBilling
from chat.tests.together import outcomes_of
from chat.tests.world import PLENTY, World
from chat.usecases.send_message import SAME_WORDS_TO
from chat.usecases.settle_send import settle_send


def test_twenty_sends_of_one_message_at_once_post_and_charge_it_once(world: World, billing: FakeBilling) -> None:
    ann, bo, message_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()

    sent = outcomes_of([lambda: world.send(ann, bo, "once", message_id)] * 20)

    assert len(set(sent)) == 1, sent
    assert list(billing.charges) == [message_id]
    assert world.one("SELECT count(*) FROM messages") == 1
    assert world.one("SELECT count(*) FROM feed") == 2


def test_thirty_sends_in_one_conversation_at_once_take_thirty_places(world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    sent = outcomes_of([lambda: world.send(ann, bo)] * 15 + [lambda: world.send(bo, ann)] * 15)

    assert sorted(message.seq for message in sent) == list(range(1, 31))
    times = [row[0] for row in world.rows("SELECT sent_at FROM messages ORDER BY seq")]
    assert times == sorted(times)
    assert dict(map(tuple, world.rows("SELECT member_id, unread FROM participations"))) == {ann: 15, bo: 15}
    assert world.rows("SELECT member_id, array_agg(position ORDER BY position) FROM feed GROUP BY 1 ORDER BY 1") == [
        (member, list(range(1, 31))) for member in sorted([ann, bo])
    ]


def test_many_pairs_of_three_members_at_once_do_not_stand_in_each_others_way(world: World) -> None:
    members = [world.a_member(name) for name in ("Ann", "Bo", "Cas")]
    pairs = [(one, other) for one in members for other in members if one != other] * 16

    sent = outcomes_of([partial(world.send, *pair) for pair in pairs])

    assert [outcome for outcome in sent if isinstance(outcome, Exception)] == []
    assert world.one("SELECT count(*) FROM messages") == len(pairs)


def test_of_many_conversations_started_at_once_a_free_member_gets_two(world: World) -> None:
    ann, partners = world.a_member("Ann", premium=False), [world.a_member() for _ in range(8)]

    outcomes = outcomes_of([partial(world.send, ann, partner) for partner in partners])

    refused = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert len(refused) == 6
    assert all(isinstance(outcome, NoConversationsLeft) for outcome in refused)
    assert world.one("SELECT count(*) FROM conversations") == 2


def test_two_who_start_with_each_other_at_once_have_one_conversation(world: World) -> None:
    ann, bo = world.a_member("Ann", premium=False), world.a_member("Bo", premium=False)

    sent = outcomes_of([lambda: world.send(ann, bo), lambda: world.send(bo, ann)])

    assert sorted(message.seq for message in sent) == [1, 2]
    assert world.one("SELECT sum(conversations_started) FROM members") == 1


def test_a_send_and_its_settlement_at_once_agree(world: World, billing: FakeBilling) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    for _ in range(15):
        message_id = uuid4()

        sent, was_posted = outcomes_of(
            [partial(world.send, ann, bo, "now", message_id), partial(settle_send, world.unit(), message_id)]
        )

        is_there = bool(world.rows("SELECT 1 FROM messages WHERE id = :id", id=message_id))
        assert is_there == was_posted
        assert is_there != isinstance(sent, SendWithdrawn)
        if not was_posted and message_id in billing.charges:
            billing.give_back(message_id)
        assert is_there == (message_id in billing.charges)


PITCH = "Hello there, I saw your profile and would love to know you better!"


def test_the_same_words_begin_only_so_many_conversations(world: World) -> None:
    ann = world.a_member("Ann")
    for _ in range(SAME_WORDS_TO):
        world.send(ann, world.a_member(), PITCH)

    with pytest.raises(SameTextToMany):
        world.send(ann, world.a_member(), PITCH.upper().replace(" ", "  "))

    assert world.billing.balances[ann] == PLENTY - SAME_WORDS_TO * 2
    world.send(ann, world.a_member(), "Something of my own, about the river and the rain")
    for _ in range(SAME_WORDS_TO + 1):
        world.send(ann, world.a_member(), "Hello!")


def test_equal_words_sent_at_once_are_limited_too(world: World) -> None:
    ann = world.a_member("Ann")
    strangers = [world.a_member() for _ in range(SAME_WORDS_TO + 5)]

    def send(stranger: UUID) -> bool:
        try:
            world.send(ann, stranger, PITCH)
        except SameTextToMany:
            return False
        return True

    with ThreadPoolExecutor(len(strangers)) as pool:
        sent = sum(pool.map(send, strangers))

    assert (sent, world.one("SELECT count(*) FROM messages")) == (SAME_WORDS_TO, SAME_WORDS_TO)
