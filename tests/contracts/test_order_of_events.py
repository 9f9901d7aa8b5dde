"""Every service ends in the same state for any order in which several workers handle the events of others."""

import importlib
import random
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from nats.aio.client import Client
from nats.aio.msg import Msg
from pairwise.billing.v1.events_pb2 import BecamePremium, CreditsChanged
from pairwise.chat.v1.events_pb2 import ConversationRead, ConversationStarted
from pairwise.identity.v1.events_pb2 import (
    AgeAssuranceChanged,
    ConsentChanged,
    ContactVisibilityChanged,
    LanguageChanged,
    MemberConfirmed,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
    MemberSignedUp,
)
from pairwise.likes.v1.events_pb2 import LikeGiven, LikeWithdrawn
from pairwise.profiles.v1.events_pb2 import MemberBlocked, MemberUnblocked, ProfileChanged, VisibilityChanged
from profiles.errors import ProfileMissing
from shared.kit.core import subject_of
from shared.kit.db import Database
from shared.kit.events.consumers import handle_once
from shared.kit.events.states import OUTBOX_SEQ
from shared.kit.testing.database import empty, migrated
from shared.kit.testing.environment import environment_of, settings_class
from shared.kit.testing.tokens import KeyPair
from sqlalchemy import DateTime, Table

ANN, BO = (str(UUID(int=0x8000 + number, version=4)) for number in (1, 2))
CONVERSATION = str(UUID(int=0x9000, version=4))
START = datetime(2026, 1, 1, tzinfo=UTC)
# Journals, which may differ in intermediate states; and reference data.
JOURNALS = {
    "chat": {"feed", "feed_heads", "standing_changes"},
    "likes": set[str](),
    "notifications": {"mails", "pushes", "activities"},
    # Likes of erased members are not counted.
    "profiles": {"towns", "regions", "decisions", "like_paces"},
}
# Columns of the erased that say nothing of them; filled only if their event arrived before the erasure.
LEFT_BY_THE_ERASED = {("members", "pool"), ("members", "wallet_version")}
SEEDS = range(12)


def at(minutes: int) -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(START + timedelta(minutes=minutes))
    return stamp


def sign_up(member_id: str, name: str) -> MemberSignedUp:
    return MemberSignedUp(
        member_id=member_id, site="pairwise", locale="en", name=name, birth_date="1990-01-02", gender="female",
        country="NL", signed_up_at=at(0),
    )  # fmt: skip


def consent(kind: str, minutes: int, *, given: bool) -> ConsentChanged:
    return ConsentChanged(member_id=ANN, kind=kind, version="1", given=given, at=at(minutes))


LIVES: Sequence[Message] = [
    sign_up(ANN, "Ann"),
    sign_up(BO, "Bo"),
    MemberConfirmed(member_id=ANN),
    MemberConfirmed(member_id=BO),
    consent("marketing", 1, given=True),
    consent("matching", 1, given=True),
    LanguageChanged(member_id=ANN, locale="nl"),
    MemberDeleted(member_id=BO),
    consent("marketing", 2, given=False),
    MemberReactivated(member_id=BO),
    LanguageChanged(member_id=ANN, locale="de"),
    consent("matching", 3, given=False),
    ProfileChanged(member_id=ANN, name="Anna"),
    VisibilityChanged(member_id=ANN, hidden=True),
    AgeAssuranceChanged(member_id=ANN, withheld=True),
    MemberBlocked(blocker_id=ANN, blocked_id=BO),
    VisibilityChanged(member_id=ANN, invisible=True),
    MemberUnblocked(blocker_id=ANN, blocked_id=BO),
    ProfileChanged(member_id=ANN, name="Annie"),
    VisibilityChanged(member_id=ANN),
    AgeAssuranceChanged(member_id=ANN, withheld=False),
    MemberBlocked(blocker_id=BO, blocked_id=ANN),
    MemberUnblocked(blocker_id=BO, blocked_id=ANN),
    MemberBlocked(blocker_id=BO, blocked_id=ANN),
    ContactVisibilityChanged(member_id=ANN, contact_id=BO, hidden=True),
    ContactVisibilityChanged(member_id=BO, contact_id=ANN, hidden=True),
    ContactVisibilityChanged(member_id=ANN, contact_id=BO, hidden=False),
    LikeGiven(liker_id=BO, liked_id=ANN, given_at=at(4)),
    LikeWithdrawn(liker_id=BO, liked_id=ANN),
    CreditsChanged(member_id=ANN, balance=10, version=1, free_messages_left=2),
    CreditsChanged(member_id=ANN, balance=9, version=2, free_messages_left=1),
    BecamePremium(member_id=BO),
    ConversationStarted(conversation_id=CONVERSATION, starter_id=ANN, partner_id=BO),
    ConversationRead(conversation_id=CONVERSATION, reader_id=ANN, read_seq=3),
    ConversationRead(conversation_id=CONVERSATION, reader_id=ANN, read_seq=5),
]
ERASED: Sequence[Message] = [*LIVES, MemberDeleted(member_id=ANN), MemberErased(member_id=ANN)]

_wirings: dict[str, Any] = {}


@pytest.fixture
def wiring(request: pytest.FixtureRequest, service: str, keys: KeyPair, tmp_path: Any) -> Any:
    if service not in _wirings:
        address = migrated(request.getfixturevalue("postgres_server"), service, apart="_order")
        given = {"DATABASE_URL": address, "TOKEN_PUBLIC_KEY": str(keys.public), "MEDIA_URL": f"file://{tmp_path}"}
        settings = settings_class(service).from_environment(**environment_of(service, **given))
        _wirings[service] = importlib.import_module(f"{service}.wiring").wire(settings)
    return _wirings[service]


def deliveries(events: Sequence[Message]) -> list[tuple[type[Message], Msg]]:
    """The events as their relays publish them, with a number in the outbox of their service."""
    made = []
    for seq, event in enumerate(events, 1):
        headers = {"Nats-Msg-Id": str(UUID(int=seq, version=4)), OUTBOX_SEQ: str(seq)}
        message = Msg(Client(), subject=subject_of(type(event)), headers=headers, data=event.SerializeToString())
        made.append((type(event), message))
    return made


def consume(service: str, wiring: Any, arriving: Iterable[tuple[type[Message], Msg]]) -> None:
    """Deliver events as JetStream does: one that fails comes again later."""
    by_event = {one.event: one for one in importlib.import_module(f"{service}.worker").consumers(wiring)}
    waiting = [(kind, message) for kind, message in arriving if kind in by_event]
    for _ in range(len(waiting)):
        failed = []
        for kind, message in waiting:
            try:
                handle_once(wiring.unit_of_work, by_event[kind], message)
            except ProfileMissing as error:
                failed.append(((kind, message), error))
        if not failed:
            return
        waiting = [each for each, _ in failed]
    raise failed[0][1]


def state(service: str, database: Database, left_out: Collection[tuple[str, str]]) -> dict[str, list[tuple[str, ...]]]:
    """The rows of the service's tables without times; journals left out."""
    tables: Sequence[Table] = importlib.import_module(f"{service}.storage.tables").Base.metadata.sorted_tables
    return {table.name: rows(database, table, left_out) for table in tables if table.name not in JOURNALS[service]}


def rows(database: Database, table: Table, left_out: Collection[tuple[str, str]]) -> list[tuple[str, ...]]:
    columns = [
        column
        for column in table.columns
        if not isinstance(column.type, DateTime) and (table.name, column.name) not in left_out
    ]
    with database.engine.connect() as connection:
        return sorted(tuple(map(str, row)) for row in connection.execute(table.select().with_only_columns(*columns)))


def shuffled(events: Sequence[Message], seed: int) -> list[tuple[type[Message], Msg]]:
    """All events in some order, a third of them twice."""
    dice, arriving = random.Random(seed), deliveries(events)  # noqa: S311
    arriving += dice.sample(arriving, len(arriving) // 3)
    dice.shuffle(arriving)
    return arriving


@pytest.mark.parametrize("service", JOURNALS)
@pytest.mark.parametrize(
    ("events", "left_out"), [(LIVES, set()), (ERASED, LEFT_BY_THE_ERASED)], ids=["two lives", "one of them erased"]
)
def test_every_order_of_arrival_ends_in_the_same_state(
    service: str, wiring: Any, events: Sequence[Message], left_out: Collection[tuple[str, str]]
) -> None:
    empty(wiring.database, keep=("towns", "regions"))
    consume(service, wiring, deliveries(events))
    expected = state(service, wiring.database, left_out)
    assert any(expected.values()) or events is ERASED
    for seed in SEEDS:
        empty(wiring.database, keep=("towns", "regions"))
        consume(service, wiring, shuffled(events, seed))
        assert state(service, wiring.database, left_out) == expected, f"seed {seed}"
