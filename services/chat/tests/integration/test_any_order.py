"""Any actions of two members in any order: no gap in seq, every message once, unread counts equal to a recount."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from chat.audit import audit
from chat.domain.conversation import conversation_of
from chat.tests.world import World
from chat.usecases.mark_read import mark_read
from chat.usecases.remove_chat import remove_chat
from chat.usecases.settle_send import settle_send
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from shared.kit.errors import Refusal
from shared.kit.faults import Fault, raising
from shared.kit.testing.ids import IDS, Ids

who = st.sampled_from([0, 1])
steps = st.one_of(
    st.tuples(st.just("send"), who),
    st.tuples(st.just("send"), who),
    st.tuples(st.just("crash"), who, st.sampled_from(["charged", "before_commit", "committed"])),
    st.tuples(st.just("retry"), st.integers(0, 9)),
    st.tuples(st.just("settle"), st.integers(0, 9)),
    st.tuples(st.just("read"), who, st.integers(0, 6)),
    st.tuples(st.just("remove"), who),
    st.tuples(st.just("block"), who),
    st.tuples(st.just("unblock"), who),
    st.tuples(st.just("leave"), who),
    st.tuples(st.just("come back"), who),
    st.tuples(st.just("follow")),
)


class Pair:
    def __init__(self, world: World, ids: Ids) -> None:
        self.world, self.ids = world, ids
        ann, bo = (world.a_member(name, member_id=ids()) for name in ("Ann", "Bo"))
        self.members = (ann, bo)
        self.conversation = conversation_of(*self.members)
        self.sends: list[tuple[UUID, int]] = []
        self.posted: set[UUID] = set()

    def do(self, step: tuple[Any, ...]) -> None:
        # A refused or crashed action must leave the invariants intact.
        with suppress(Refusal, Fault):
            getattr(self, step[0].replace(" ", "_"))(*step[1:])

    def send(self, sender: int) -> None:
        self.sends.append((self.ids(), sender))
        self.retry(len(self.sends) - 1)

    def crash(self, sender: int, where: str) -> None:
        with raising(f"chat.send.{where}"):
            self.send(sender)

    def retry(self, number: int) -> None:
        if number < len(self.sends):
            message_id, sender = self.sends[number]
            self.world.send(self.members[sender], self.members[1 - sender], f"{number}", message_id)
            self.posted.add(message_id)

    def settle(self, number: int) -> None:
        if number < len(self.sends):
            message_id, _ = self.sends[number]
            was_posted = settle_send(self.world.unit(), message_id)
            assert was_posted or message_id not in self.posted
            if not was_posted and message_id in self.world.billing.charges:
                self.world.billing.give_back(message_id)

    def read(self, reader: int, seq: int) -> None:
        mark_read(self.world.unit(), self.members[reader], self.conversation, seq)

    def remove(self, remover: int) -> None:
        remove_chat(self.world.unit(), self.members[remover], self.conversation)

    def leave(self, who: int) -> None:
        self.world.delete(self.members[who])

    def come_back(self, who: int) -> None:
        self.world.come_back(self.members[who])

    def follow(self) -> None:
        self.world.follow()

    def block(self, blocker: int) -> None:
        self.world.block(self.members[blocker], self.members[1 - blocker])

    def unblock(self, blocker: int) -> None:
        self.world.unblock(self.members[blocker], self.members[1 - blocker])


@given(st.lists(steps, max_size=25), IDS)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example([("send", 0), ("send", 0), ("remove", 1), ("read", 1, 1)], Ids(1))
def test_any_order_of_anything_leaves_everything_sound(world: World, actions: list[tuple[Any, ...]], ids: Ids) -> None:
    pair = Pair(world, ids)

    for action in actions:
        pair.do(action)
    for number in range(len(pair.sends)):
        pair.settle(number)
    pair.follow()

    report = audit(world.database.dsn, with_ids=True)
    # Nobody publishes here, so on a slow machine the outbox is late.
    assert {name for name, found in report["faults"].items() if found["count"]} <= {"outbox_late"}, report["faults"]
    assert set(report["message_ids"]) == {str(message_id) for message_id in world.billing.charges}
    assert pair.posted <= set(world.billing.charges)
