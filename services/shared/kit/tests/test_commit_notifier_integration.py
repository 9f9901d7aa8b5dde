"""NOTIFY is sent after the commit, so that no commit waits for the commits of others that notify."""

import queue
from collections.abc import Collection, Iterator
from uuid import uuid4

import psycopg
import pytest
from pairwise.chat.v1.events_pb2 import ConversationStarted
from shared.kit.db import commit_notifier
from shared.kit.db.commit_notifier import OUTBOX_CHANNEL, notify_after_commit
from shared.kit.db.database import Database
from shared.kit.db.unit_of_work import UnitOfWork
from sqlalchemy import text

TIMEOUT_SECONDS = 60
ADD = "INSERT INTO kit.outbox (event_id, subject, payload) VALUES (gen_random_uuid(), 'chat.MessageSent', '')"


@pytest.fixture
def listener(database: Database) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        for channel in (OUTBOX_CHANNEL, "other"):
            connection.execute(f"LISTEN {channel}")
        yield connection


def next_channel(listener: psycopg.Connection) -> str | None:
    notice = next(listener.notifies(timeout=TIMEOUT_SECONDS, stop_after=1), None)
    return notice.channel if notice else None


def test_an_announced_event_notifies_the_relay(database: Database, listener: psycopg.Connection) -> None:
    with UnitOfWork(database) as uow:
        uow.announce(ConversationStarted(conversation_id="a"))
        uow.commit()

    assert next_channel(listener) == OUTBOX_CHANNEL


def test_a_relay_notified_a_moment_ago_is_notified_again(database: Database, listener: psycopg.Connection) -> None:
    for _ in range(2):
        with UnitOfWork(database) as uow:
            uow.announce(ConversationStarted(conversation_id="a"))
            uow.commit()

        assert next_channel(listener) == OUTBOX_CHANNEL


def test_a_message_does_not_wait_for_the_relays_pause(database: Database, listener: psycopg.Connection) -> None:
    """The relay was notified a moment ago, so its next notification is due later; that of a page is not held back."""
    with UnitOfWork(database) as uow:
        uow.announce(ConversationStarted(conversation_id="a"))
        uow.commit()
    heard = [next_channel(listener)]
    with UnitOfWork(database) as uow:
        uow.announce(ConversationStarted(conversation_id="b"))
        notify_after_commit(uow.session, "other", [str(uuid4())])
        uow.commit()
    heard += [next_channel(listener), next_channel(listener)]

    assert heard[0] == OUTBOX_CHANNEL
    assert set(heard[1:]) == {OUTBOX_CHANNEL, "other"}


def test_the_trigger_sends_no_notify_on_our_connections(database: Database, listener: psycopg.Connection) -> None:
    with database.engine.begin() as connection:
        connection.execute(text(ADD))
    with psycopg.connect(database.dsn) as later:
        later.execute("NOTIFY other")

    assert next_channel(listener) == "other"


def test_the_trigger_sends_notify_on_other_connections(database: Database, listener: psycopg.Connection) -> None:
    with psycopg.connect(database.dsn) as psql:
        psql.execute(ADD)

    assert next_channel(listener) == OUTBOX_CHANNEL


def test_many_notifications_all_arrive(database: Database, listener: psycopg.Connection) -> None:
    members = {str(uuid4()) for _ in range(30)}

    for member in members:
        with UnitOfWork(database) as uow:
            notify_after_commit(uow.session, "other", [member])

    received: set[str] = set()
    for notice in listener.notifies(timeout=TIMEOUT_SECONDS, stop_after=len(members)):
        received.add(notice.payload)
        if received == members:
            break
    assert received == members


def test_a_publisher_is_told_of_each_commit_without_debouncing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commit_notifier, "DEBOUNCE_SECONDS", 3600)
    published: queue.Queue[list[str]] = queue.Queue()
    notifier = commit_notifier.CommitNotifier(database.engine)

    def publish(payloads: Collection[str]) -> bool:
        published.put(list(payloads))
        return True

    notifier.publish_with("other", publish)

    for number in range(2 * commit_notifier.AT_ONCE):
        notifier.send({("other", str(number))})
        assert published.get(timeout=TIMEOUT_SECONDS) == [str(number)]
