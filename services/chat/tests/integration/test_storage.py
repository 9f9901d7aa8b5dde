import io
import json
import threading
import time
from contextlib import redirect_stdout
from uuid import uuid4

import psycopg
import pytest
from alembic import command
from chat.audit import audit
from chat.domain.feed_event import FeedEvent
from chat.storage.seed import SeedMember, seed
from chat.tests.streams import TIMEOUT_SECONDS
from chat.tests.world import World
from shared.kit.db import Database
from shared.kit.testing.database import superuser_of
from shared.ops.migrate import service_config


def test_models_and_migrations_agree(database: Database) -> None:
    config = service_config("chat", superuser_of(database))
    with redirect_stdout(io.StringIO()):
        command.check(config)


def test_seeded_members_write_to_each_other(world: World, database: Database) -> None:
    ann, bo = uuid4(), uuid4()
    with psycopg.connect(database.dsn) as connection:
        seed(connection, [SeedMember(ann, "Ann", is_premium=True), SeedMember(bo, "Bo")])
    world.billing.give(ann, 4)
    world.billing.give(bo, 4)

    world.send(ann, bo)
    world.send(bo, ann)

    assert world.one("SELECT count(*) FROM messages") == 2


def test_a_sound_database_has_no_faults(world: World, database: Database) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)

    report = audit(database.dsn, with_ids=True)

    assert report["ok"], report["faults"]
    assert (report["messages"], report["unread"], report["message_ids"]) == (1, 1, [str(message.id)])
    assert json.dumps(report)


def test_the_audit_finds_faults(world: World, database: Database) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    for _ in range(3):
        world.send(ann, bo)
    with psycopg.connect(superuser_of(database)) as connection:  # a service deletes no message
        connection.execute("DELETE FROM messages WHERE seq = 2")
    with database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE kit.outbox SET created_at = now() - interval '1 minute'")
        connection.exec_driver_sql("UPDATE members SET conversations_started = 0")
        connection.exec_driver_sql("DELETE FROM feed WHERE position = 3")
        connection.exec_driver_sql("INSERT INTO withdrawn_sends SELECT id FROM messages LIMIT 1")
        connection.exec_driver_sql("UPDATE messages SET retracted_at = now() WHERE seq = 3")
        connection.exec_driver_sql(
            "INSERT INTO reactions (message_id, member_id, kind) SELECT id, gen_random_uuid(), 'sad' FROM messages"
        )

    report = audit(database.dsn)

    assert not report["ok"]
    wrong = {name for name, fault in report["faults"].items() if fault["count"]}
    assert wrong == {
        "seq_gaps",
        "unread_wrong",
        "starts_miscounted",
        "feed_gaps",
        "messages_not_told",
        "posted_though_withdrawn",
        "retractions_wrong",
        "reactions_of_others",
        "outbox_late",
    }


def test_feeds_are_locked_in_the_order_of_ids_whoever_is_notified_first(world: World, database: Database) -> None:
    low, high = sorted([world.a_member("Ann"), world.a_member("Bo")])
    world.send(low, high)
    lock = "SELECT FROM feed_heads WHERE member_id = %s FOR UPDATE"

    def tell() -> None:
        with world.unit() as uow:
            uow.feed.append([FeedEvent(high, "like", low), FeedEvent(low, "like", high)])
            uow.commit()

    with psycopg.connect(database.dsn) as holder, psycopg.connect(database.dsn) as other:
        holder.execute(lock, [high])
        telling = threading.Thread(target=tell)
        telling.start()
        until_waiting(world)

        with pytest.raises(psycopg.errors.LockNotAvailable):
            other.execute(f"{lock} NOWAIT", [low])

    telling.join()
    assert world.one("SELECT count(*) FROM feed WHERE kind = 'like'") == 2


def until_waiting(world: World) -> None:
    """Until some statement waits for another's lock."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    while not world.one(waiting):
        assert time.monotonic() < deadline
        time.sleep(0.01)
