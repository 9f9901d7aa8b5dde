"""Schedules of workers that fetch, fail, crash and repeat, each the same for its seed: no event is lost, doubled, or
applied out of order. Schedules of workers with one guard taken away show that the explorer sees each fault."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

import pytest
from google.protobuf.message import Message
from pairwise.chat.v1.events_pb2 import ConversationStarted
from pairwise.identity.v1.events_pb2 import LanguageChanged
from pairwise.profiles.v1.events_pb2 import MemberBlocked, MemberUnblocked
from shared.kit.db.database import Database
from shared.kit.db.statement import Statement
from shared.kit.db.unit_of_work import UnitOfWork
from shared.kit.events import consumers, listener
from shared.kit.events.consumers import Consumer
from shared.kit.testing.database import empty
from shared.kit.tests.schedules import Explorer
from sqlalchemy import text

SEEDS = range(50)
ADD = text(
    "INSERT INTO kit.answers (actor, operation, key, body_hash) VALUES (:pair, 'block', :key, '') "
    "ON CONFLICT DO NOTHING"
)
REMOVE = text("DELETE FROM kit.answers WHERE actor = :pair")
KEY = UUID(int=7)


def member(name: str) -> str:
    return str(uuid5(NAMESPACE_OID, name))


def block(uow: UnitOfWork, event: MemberBlocked) -> None:
    uow.session.execute(ADD, {"pair": event.blocker_id + event.blocked_id, "key": KEY})


def unblock(uow: UnitOfWork, event: MemberUnblocked) -> None:
    uow.session.execute(REMOVE, {"pair": event.blocker_id + event.blocked_id})


def nothing(uow: UnitOfWork, event: Message) -> None:
    """The journal of the explorer is the effect."""


OLD: Sequence[Consumer[Any, Any]] = (
    Consumer(MemberBlocked, block),
    Consumer(MemberUnblocked, unblock),
    Consumer(ConversationStarted, nothing, alone=True),
)
# A release that knows one event more.
NEW: Sequence[Consumer[Any, Any]] = (*OLD, Consumer(LanguageChanged, nothing))


def life() -> list[tuple[Message, UUID]]:
    """Two pairs that are blocked, unblocked and blocked, and events of other kinds between."""
    events: list[Message] = []
    for kind in (MemberBlocked, MemberUnblocked, MemberBlocked):
        for name in ("ann", "bo"):
            events.append(kind(blocker_id=member(name), blocked_id=member("cas")))
        events.append(ConversationStarted(conversation_id=str(len(events)), starter_id=member("ann")))
    events += [LanguageChanged(member_id=member("ann"), locale=locale) for locale in ("nl", "de")]
    return [(event, UUID(int=uuid5(NAMESPACE_OID, str(number)).int)) for number, event in enumerate(events)]


def explore(database: Database, seed: int, monkeypatch: pytest.MonkeyPatch, *releases: Any) -> Explorer:
    empty(database)
    explorer = Explorer(seed, lambda: UnitOfWork(database), releases or (NEW, NEW), life())
    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "to_thread", explorer.transaction)
        # Deliveries count as tries, also those that crashed: none is to be parked here.
        patch.setattr(listener, "TRIES", 1000)
        explorer.run()
    return explorer


def blocked_pairs(database: Database) -> set[str]:
    with database.engine.connect() as connection:
        return {row.actor for row in connection.execute(text("SELECT actor FROM kit.answers"))}


def test_no_schedule_loses_doubles_or_reorders(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    for seed in SEEDS:
        explorer = explore(database, seed, monkeypatch)
        assert explorer.faults() == [], f"seed {seed}"
        assert blocked_pairs(database) == {member(name) + member("cas") for name in ("ann", "bo")}, f"seed {seed}"
        taken += explorer.taken
        outcomes += Counter(outcome for *_, outcome in explorer.committed)
    # The schedules have everything that workers and NATS do.
    assert min(taken[name] for name in ("publish", "fetch", "go on", "crash", "deliver again")) > len(SEEDS)
    assert min(outcomes[name] for name in ("handled", "superseded", "repeated")) > len(SEEDS)


def test_a_seed_has_one_schedule(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (explore(database, 3, monkeypatch) for _ in range(2))
    assert (one.committed, one.taken) == (other.committed, other.taken)


def test_events_that_the_old_release_does_not_know_wait_for_the_new_one(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rolling update: two workers of the old release beside one of the new one."""
    for seed in range(20):
        assert explore(database, seed, monkeypatch, OLD, OLD, NEW).faults() == [], f"seed {seed}"


@pytest.mark.parametrize(
    ("guard", "fault"),
    [("versions", "took effect after"), ("inbox", "times"), ("unknown", "is lost")],
)
def test_the_explorer_finds_the_fault_when_a_guard_is_missing(
    database: Database, monkeypatch: pytest.MonkeyPatch, guard: str, fault: str
) -> None:
    releases: tuple[Any, ...] = (NEW, NEW)
    if guard == "versions":
        monkeypatch.setattr(consumers, "superseded", lambda _, events, __: [False] * len(events))
    elif guard == "inbox":
        without = text(
            "SELECT unnest(CAST(:event_ids AS uuid[])) AS event_id, NULL::uuid AS erased_id"
            " WHERE CAST(:member_ids AS uuid[]) IS NOT NULL"
        )
        monkeypatch.setattr(consumers, "INSERT_INBOX", Statement(without))
    else:
        releases = (OLD, NEW)
        monkeypatch.setattr(listener, "UNKNOWN_TRIES", 0)
    found = [one for seed in range(12) for one in explore(database, seed, monkeypatch, *releases).faults()]
    assert any(fault in one for one in found), found
