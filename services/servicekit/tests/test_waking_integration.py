"""Whoever sleeps until a commit is woken after it, so that no commit waits for another's waking."""

from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from pairwise.chat.v1.events_pb2 import ConversationStarted
from servicekit.storage import Database, UnitOfWork
from servicekit.storage.waking import OUTBOX, wake_after_commit
from sqlalchemy import text

PATIENCE_SECONDS = 20
ADD = "INSERT INTO kit.outbox (event_id, subject, payload) VALUES (gen_random_uuid(), 'chat.MessageSent', '')"


@pytest.fixture
def sleeper(database: Database) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        for channel in (OUTBOX, "other"):
            connection.execute(f"LISTEN {channel}")
        yield connection


def next_wake(sleeper: psycopg.Connection) -> str | None:
    notice = next(sleeper.notifies(timeout=PATIENCE_SECONDS, stop_after=1), None)
    return notice.channel if notice else None


def test_what_is_announced_wakes_the_relay(database: Database, sleeper: psycopg.Connection) -> None:
    with UnitOfWork(database) as uow:
        uow.announce(ConversationStarted(conversation_id="a"))
        uow.commit()

    assert next_wake(sleeper) == OUTBOX


def test_a_relay_that_was_just_woken_is_woken_again(database: Database, sleeper: psycopg.Connection) -> None:
    for _ in range(2):
        with UnitOfWork(database) as uow:
            uow.announce(ConversationStarted(conversation_id="a"))
            uow.commit()

        assert next_wake(sleeper) == OUTBOX


def test_a_commit_of_ours_tells_nobody_itself(database: Database, sleeper: psycopg.Connection) -> None:
    with database.engine.begin() as connection:
        connection.execute(text(ADD))
    with psycopg.connect(database.dsn) as later:
        later.execute("NOTIFY other")

    assert next_wake(sleeper) == "other"


def test_the_trigger_wakes_for_everyone_else(database: Database, sleeper: psycopg.Connection) -> None:
    with psycopg.connect(database.dsn) as by_hand:
        by_hand.execute(ADD)

    assert next_wake(sleeper) == OUTBOX


def test_many_wakes_all_arrive(database: Database, sleeper: psycopg.Connection) -> None:
    members = {str(uuid4()) for _ in range(30)}

    for member in members:
        with UnitOfWork(database) as uow:
            wake_after_commit(uow.session, "other", [member])

    heard: set[str] = set()
    for notice in sleeper.notifies(timeout=PATIENCE_SECONDS, stop_after=len(members)):
        heard.add(notice.payload)
        if heard == members:
            break
    assert heard == members
