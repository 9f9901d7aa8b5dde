"""Replies while something else happens during their charge."""

from collections.abc import Callable, Sequence
from uuid import UUID, uuid4

import pytest
from chat.domain.message import Draft, Message
from chat.domain.wallet import Wallet
from chat.errors import Blocked, PartnerUnavailable, SendWithdrawn
from chat.tests.fakes import FakeBilling
from chat.tests.together import outcomes_of
from chat.tests.world import LIMITS, PLENTY, World
from chat.usecases.send_message import send_message
from chat.usecases.settle_send import settle_send
from shared.kit.core import Refusal


class Meanwhile:
    """Billing during whose charge something else happens, once."""

    def __init__(self, billing: FakeBilling, happen: Callable[[], object]) -> None:
        self._billing, self._happen = billing, happen

    def charge_many(self, drafts: Sequence[Draft]) -> list[tuple[int, Wallet] | Refusal]:
        charged = self._billing.charge_many(drafts)
        self._happen()
        return charged

    def wallet(self, member_id: UUID) -> Wallet:
        return self._billing.wallet(member_id)


@pytest.fixture
def ann(world: World) -> UUID:
    return world.a_member("Ann")


@pytest.fixture
def bo(world: World, ann: UUID) -> UUID:
    """A member who has a message of Ann."""
    bo = world.a_member("Bo")
    world.send(ann, bo)
    return bo


def reply(world: World, sender: UUID, recipient: UUID, happen: Callable[[], object], message_id: UUID) -> Message:
    draft = Draft(message_id, sender, recipient, "and you?")
    return send_message(world.unit(), Meanwhile(world.billing, happen), LIMITS, draft)[0]


def seqs(world: World) -> list[int]:
    return [row[0] for row in world.rows("SELECT seq FROM messages ORDER BY seq")]


def test_a_reply_is_posted_counted_delivered_and_announced(world: World, ann: UUID, bo: UUID) -> None:
    posted = world.send(bo, ann, "hello to you")

    assert posted.seq == 2
    assert world.rows("SELECT seq, text, sent_at FROM messages WHERE id = :id", id=posted.id) == [
        (2, "hello to you", posted.sent_at)
    ]
    assert world.one("SELECT last_seq FROM conversations") == 2
    assert world.one("SELECT last_message_at FROM conversations") == posted.sent_at
    assert world.one("SELECT unread FROM participations WHERE member_id = :id", id=ann) == 1
    assert world.one("SELECT count(*) FROM feed WHERE message_id = :id", id=posted.id) == 2
    assert world.one("SELECT count(*) FROM kit.outbox WHERE subject = 'chat.MessageSent'") == 2
    assert world.one("SELECT credits FROM members WHERE member_id = :id", id=bo) == PLENTY - 2


def test_another_message_during_the_charge_takes_the_slot_and_the_reply_the_next(
    world: World, ann: UUID, bo: UUID
) -> None:
    posted = reply(world, bo, ann, lambda: world.send(ann, bo, "still there?"), uuid4())

    assert (posted.seq, seqs(world)) == (3, [1, 2, 3])
    assert world.one("SELECT sent_at FROM messages WHERE seq = 2") <= posted.sent_at


def test_a_block_during_the_charge_refuses_the_reply(world: World, ann: UUID, bo: UUID) -> None:
    with pytest.raises(Blocked):
        reply(world, bo, ann, lambda: world.block(ann, bo), uuid4())

    assert seqs(world) == [1]


def test_a_recipient_who_leaves_during_the_charge_gets_no_reply(world: World, ann: UUID, bo: UUID) -> None:
    with pytest.raises(PartnerUnavailable):
        reply(world, bo, ann, lambda: world.delete(ann), uuid4())

    assert seqs(world) == [1]


def test_a_reply_withdrawn_during_its_charge_stays_withdrawn(world: World, ann: UUID, bo: UUID) -> None:
    message_id = uuid4()

    with pytest.raises(SendWithdrawn):
        reply(world, bo, ann, lambda: settle_send(world.unit(), message_id), message_id)

    assert seqs(world) == [1]


def test_the_same_reply_sent_again_during_its_charge_is_posted_once(world: World, ann: UUID, bo: UUID) -> None:
    message_id, first = uuid4(), []

    posted = reply(world, bo, ann, lambda: first.append(world.send(bo, ann, "and you?", message_id)), message_id)

    assert first == [posted]
    assert seqs(world) == [1, 2]
    assert world.one("SELECT count(*) FROM feed WHERE message_id = :id", id=message_id) == 2


def test_replies_from_both_sides_at_once_take_slots_without_gaps(world: World, ann: UUID, bo: UUID) -> None:
    sent = outcomes_of([lambda: world.send(bo, ann)] * 12 + [lambda: world.send(ann, bo)] * 12)

    assert [each for each in sent if isinstance(each, Exception)] == []
    assert seqs(world) == list(range(1, 26))
    times = [row[0] for row in world.rows("SELECT sent_at FROM messages ORDER BY seq")]
    assert times == sorted(times)
