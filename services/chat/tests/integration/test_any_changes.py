"""Reactions, replies, messages taken back, muted and archived conversations: in any order, and all at once."""

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID

from chat.audit import audit
from chat.domain.message import Draft, Message, Reaction
from chat.tests.pair import STEPS, WHO, Pair
from chat.tests.together import outcomes_of
from chat.tests.world import World
from chat.usecases.change_chat import ChatChange, change_chat
from chat.usecases.react import react
from chat.usecases.retract_message import retract_message
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from shared.kit.core import Refusal
from shared.kit.testing.ids import IDS, Ids

number = st.integers(0, 5)
reaction = st.sampled_from([None, Reaction.HEART, Reaction.SAD])
setting = st.sampled_from([None, True, False])
changes = st.one_of(
    st.tuples(st.just("react"), WHO, number, reaction),
    st.tuples(st.just("reply"), WHO, number),
    st.tuples(st.just("take back"), WHO, number),
    st.tuples(st.just("set"), WHO, setting, setting),
)
FAST = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


class Changing(Pair):
    """Keeps what the conversation must be like, from the changes that were not refused."""

    def __init__(self, world: World, ids: Ids) -> None:
        super().__init__(world, ids)
        self.reactions: dict[UUID, dict[int, Reaction]] = {}
        self.taken_back: set[UUID] = set()
        self.settings = [{"muted": False, "archived": False} for _ in self.members]
        self.updates: Counter[UUID] = Counter()

    def do(self, step: tuple[Any, ...]) -> None:
        before = self.last_seq()
        super().do(step)
        if self.last_seq() > before:
            for each in self.settings:
                each["archived"] = each["archived"] and each["muted"]

    def stored(self, query: str) -> list[Any]:
        ann, bo = self.members
        return self.world.rows(query, conversation=self.conversation, ann=ann, bo=bo)

    def last_seq(self) -> int:
        found = self.stored("SELECT last_seq FROM conversations WHERE id = :conversation")
        return found[0][0] if found else 0

    def react(self, who: int, number: int, reaction: Reaction | None) -> None:
        if number < len(self.sends):
            message_id = self.sends[number].id
            react(self.world.unit(), self.members[who], message_id, reaction)
            given = self.reactions.setdefault(message_id, {})
            self.updates[message_id] += given.get(who) is not reaction
            given.pop(who, None)
            if reaction:
                given[who] = reaction

    def reply(self, who: int, number: int) -> None:
        if number < len(self.sends):
            self.send(who, self.sends[number].id)

    def take_back(self, who: int, number: int) -> None:
        if number < len(self.sends):
            message_id = self.sends[number].id
            retract_message(self.world.unit(), self.members[who], message_id)
            self.updates[message_id] += message_id not in self.taken_back
            self.taken_back.add(message_id)
            self.reactions.pop(message_id, None)

    def set(self, who: int, muted: bool | None, archived: bool | None) -> None:
        change_chat(self.world.unit(), self.members[who], self.conversation, ChatChange(muted, archived))
        asked = {"muted": muted, "archived": archived}
        self.settings[who] |= {name: value for name, value in asked.items() if value is not None}

    def page(self, who: int) -> list[Message]:
        """The conversation as this member reads it."""
        with self.world.unit() as uow:
            participant = uow.conversations.participant(self.conversation, self.members[who])
            return list(uow.messages.newest(participant, 12, 100, None)) if participant else []


def check_stored(pair: Changing) -> None:
    """Words of messages that were taken back are sealed, and each change was announced to each of the two once."""
    rows = pair.stored("SELECT id, text, retracted_at IS NOT NULL FROM messages WHERE conversation_id = :conversation")
    said = {draft.id: draft.text for draft in pair.sends}
    assert {id: text for id, text, _ in rows} == {id: "" if id in pair.taken_back else said[id] for id, *_ in rows}
    assert {id for id, _, is_retracted in rows if is_retracted} == pair.taken_back
    sealed = pair.stored(
        "SELECT message_id, c.text FROM retracted_contents c JOIN messages ON id = message_id"
        " WHERE conversation_id = :conversation"
    )
    assert {id: text for id, text in sealed} == {id: said[id] for id in pair.taken_back}  # noqa: C416 - rows are no pairs
    updated = pair.stored("SELECT member_id, message_id FROM feed WHERE kind = 'updated' AND member_id IN (:ann, :bo)")
    assert Counter((member, id) for member, id in updated) == Counter(
        {(member, id): count for member in pair.members for id, count in pair.updates.items() if count}
    )


def check_shown(pair: Changing, who: int) -> None:
    page = pair.page(who)
    shown = {message.id for message in page}
    for message in page:
        expected = {pair.members[by]: each for by, each in pair.reactions.get(message.id, {}).items()}
        assert dict(message.reactions) == expected
        assert (message.text == "") is (message.id in pair.taken_back)
        is_quoted = message.reply_to in shown - pair.taken_back and message.id not in pair.taken_back
        assert (message.quote.id if message.quote else None) == (message.reply_to if is_quoted else None)


@given(st.lists(st.one_of(st.just(("send", 0)), STEPS, changes, changes), max_size=25), IDS)
@FAST
@example([("send", 0), ("reply", 1, 0), ("take back", 0, 0), ("react", 1, 0, Reaction.HEART)], Ids(1))
@example([("send", 0), ("set", 1, None, True), ("set", 1, True, None), ("send", 0)], Ids(2))
def test_any_order_of_changes_leaves_what_was_last_asked_for(
    world: World, actions: list[tuple[Any, ...]], ids: Ids
) -> None:
    pair = Changing(world, ids)

    for action in actions:
        pair.do(action)

    chosen = pair.stored(
        "SELECT member_id, is_muted, is_archived FROM participations WHERE conversation_id = :conversation"
    )
    for member, muted, archived in chosen:
        assert {"muted": muted, "archived": archived} == pair.settings[pair.members.index(member)]
    check_stored(pair)
    for who in (0, 1):
        check_shown(pair, who)


@given(st.lists(st.one_of(changes, st.tuples(st.just("send"), WHO)), min_size=8, max_size=16), IDS)
@settings(FAST, max_examples=15)
def test_all_of_it_at_once_is_refused_or_done_and_leaves_everything_sound(
    world: World, actions: list[tuple[Any, ...]], ids: Ids
) -> None:
    pair = Changing(world, ids)
    for sender in (0, 1, 0):
        pair.send(sender)
    drafted = [ids() for _ in actions]

    def perform(index: int, name: str, who: int, *more: Any) -> object:
        member, unit = pair.members[who], world.unit()
        if name == "set":
            change_chat(unit, member, pair.conversation, ChatChange(*more))
            return None
        draft = Draft(drafted[index], member, pair.members[1 - who], f"at once {index}")
        if name == "send":
            return world.send_draft(draft)
        message_id = pair.sends[more[0] % 3].id
        if name == "react":
            return react(unit, member, message_id, more[1])
        if name == "take back":
            return retract_message(unit, member, message_id)
        return world.send_draft(replace(draft, reply_to=message_id))

    outcomes = outcomes_of([partial(perform, at, *action) for at, action in enumerate(actions)])

    assert [each for each in outcomes if isinstance(each, Exception) and not isinstance(each, Refusal)] == []
    report = audit(world.database.dsn)
    assert {name for name, found in report["faults"].items() if found["count"]} <= {"outbox_late"}, report["faults"]
    one, other = ([(m.id, m.text, m.reactions, m.quote) for m in pair.page(who)] for who in (0, 1))
    assert one == other
