"""Two members and all they can do in their conversation, as steps that Hypothesis puts in any order."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from chat.domain.conversation import conversation_of
from chat.domain.message import Draft
from chat.tests.world import World
from chat.usecases.mark_read import mark_read
from chat.usecases.remove_chat import remove_chat
from chat.usecases.settle_send import settle_send
from hypothesis import strategies as st
from shared.kit.core import Refusal
from shared.kit.core.faults import Fault, raising
from shared.kit.testing.ids import Ids

WHO = st.sampled_from([0, 1])
STEPS = st.one_of(
    st.tuples(st.just("send"), WHO),
    st.tuples(st.just("send"), WHO),
    st.tuples(st.just("crash"), WHO, st.sampled_from(["charged", "before_commit", "committed"])),
    st.tuples(st.just("retry"), st.integers(0, 9)),
    st.tuples(st.just("settle"), st.integers(0, 9)),
    st.tuples(st.just("read"), WHO, st.integers(0, 6)),
    st.tuples(st.just("remove"), WHO),
    st.tuples(st.just("block"), WHO),
    st.tuples(st.just("unblock"), WHO),
    st.tuples(st.just("leave"), WHO),
    st.tuples(st.just("come back"), WHO),
    st.tuples(st.just("follow")),
)


class Pair:
    def __init__(self, world: World, ids: Ids) -> None:
        self.world, self.ids = world, ids
        ann, bo = (world.a_member(name, member_id=ids()) for name in ("Ann", "Bo"))
        self.members = (ann, bo)
        self.conversation = conversation_of(*self.members)
        self.sends: list[Draft] = []
        self.posted: set[UUID] = set()

    def do(self, step: tuple[Any, ...]) -> None:
        # A refused or crashed action must leave the invariants intact.
        with suppress(Refusal, Fault):
            getattr(self, step[0].replace(" ", "_"))(*step[1:])

    def send(self, sender: int, reply_to: UUID | None = None) -> None:
        sender_id, recipient_id = self.members[sender], self.members[1 - sender]
        self.sends.append(Draft(self.ids(), sender_id, recipient_id, f"{len(self.sends)}", reply_to=reply_to))
        self.retry(len(self.sends) - 1)

    def crash(self, sender: int, where: str) -> None:
        with raising(f"chat.send.{where}"):
            self.send(sender)

    def retry(self, number: int) -> None:
        if number < len(self.sends):
            self.world.send_draft(self.sends[number])
            self.posted.add(self.sends[number].id)

    def settle(self, number: int) -> None:
        if number < len(self.sends):
            message_id = self.sends[number].id
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
