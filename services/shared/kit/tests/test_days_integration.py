"""Outbox and inbox in partitions by day: where rows are stored, how days come and go, and what is found across days."""

import os
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.errors import UniqueViolation
from psycopg.sql import SQL, Identifier
from shared.kit.core.identifiers import first_id_of, ordered_id
from shared.kit.db.database import Database
from shared.kit.testing.database import migrated_kit, superuser_of
from shared.kit.testing.together import at_once

NOW = datetime.now(UTC)
DAY = timedelta(days=1)
OUTBOX_ROW = "INSERT INTO kit.outbox (event_id, subject, payload, published_at) VALUES (%s, 'a.B', '', %s)"
INBOX_ROW = "INSERT INTO kit.inbox (event_id, handled_at) VALUES (%s, %s)"
# Retention as release 0.1.0 states it.
BY_CTID = """
    DELETE FROM kit.outbox WHERE ctid = ANY(ARRAY(SELECT ctid FROM kit.outbox
    WHERE published_at < now() - interval '30 days' AND (true) LIMIT 2000 FOR UPDATE SKIP LOCKED)) RETURNING 1
"""


class Days:
    """A database of the kit's own, whose days a test adds as its owner would have."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.admin = psycopg.connect(superuser_of(database), autocommit=True)
        self.service = psycopg.connect(database.dsn, autocommit=True)

    def add(self, parent: str, days_ago: int, many: int = 1) -> None:
        owner = f"{self.database.engine.url.username}_owner"
        self.admin.execute(SQL("SET ROLE {}").format(Identifier(owner)))
        self.admin.execute("SELECT kit.add_days(%s, %s, %s)", [parent, (NOW - days_ago * DAY).date(), many])
        self.admin.execute("RESET ROLE")

    def names(self, parent: str) -> list[str]:
        rows = self.admin.execute(
            "SELECT relname FROM pg_class JOIN pg_inherits ON oid = inhrelid"
            " WHERE inhparent = to_regclass(%s) ORDER BY relname",
            [f"kit.{parent}"],
        )
        return [name for (name,) in rows]

    def has(self, parent: str, days_ago: int) -> bool:
        return name_of(parent, days_ago) in self.names(parent)

    def forget(self, parent: str) -> int:
        return int(self.one(f"SELECT kit.forget_{parent}(2000)"))

    def place_of(self, parent: str, event_id: UUID) -> str:
        query = f"SELECT tableoid::regclass::text FROM kit.{parent} WHERE event_id = %s"  # noqa: S608
        return str(self.one(query, event_id))

    def one(self, query: str, *values: Any) -> Any:
        row = self.service.execute(query, values).fetchone()
        assert row is not None
        return row[0]


def name_of(parent: str, days_ago: int) -> str:
    return f"{parent}_{NOW - days_ago * DAY:%Y%m%d}"


def id_of(days_ago: float) -> UUID:
    """An id that was made so many days ago."""
    return UUID(int=first_id_of(NOW - days_ago * DAY).int | uuid4().int & (1 << 62) - 1)


@pytest.fixture
def days(postgres_server: str) -> Any:
    found = Days(Database(migrated_kit(postgres_server, f"days_{uuid4().hex[:8]}")))
    yield found
    found.admin.close()
    found.service.close()
    found.database.engine.dispose()


def test_an_event_is_stored_in_the_day_its_id_was_made(days: Days) -> None:
    event_id = ordered_id()
    for parent, insert in (("outbox", OUTBOX_ROW), ("inbox", INBOX_ROW)):
        days.service.execute(insert, [event_id, NOW])
        assert days.place_of(parent, event_id) == f"kit.{name_of(parent, 0)}"


def test_the_id_before_all_of_a_moment_is_the_same_for_python_and_the_database(days: Days) -> None:
    for moment in (NOW, datetime(2026, 1, 1, tzinfo=UTC), datetime(1999, 12, 31, 23, 59, 59, 999000, tzinfo=UTC)):
        assert days.one("SELECT kit.first_id_of(%s)", moment) == first_id_of(moment)


@pytest.mark.parametrize("event_id", [UUID(int=5), id_of(400), id_of(-300), uuid4(), UUID(int=2**128 - 1)])
def test_no_insert_fails_for_lack_of_a_day(days: Days, event_id: UUID) -> None:
    days.service.execute(OUTBOX_ROW, [event_id, None])
    assert days.place_of("outbox", event_id) == "kit.outbox_default"


def test_a_redelivery_on_another_day_is_recognised(days: Days) -> None:
    """The partition follows from the id, so the day of the delivery does not matter."""
    days.add("inbox", 20, 20)
    event_id = id_of(17)
    days.service.execute(INBOX_ROW, [event_id, NOW - 17 * DAY])
    found = days.service.execute(
        "INSERT INTO kit.inbox (event_id, handled_at) VALUES (%s, now()) ON CONFLICT DO NOTHING", [event_id]
    )
    assert found.rowcount == 0
    with pytest.raises(UniqueViolation):
        days.service.execute(INBOX_ROW, [event_id, NOW])


def test_days_past_the_term_are_dropped_and_no_row_is_deleted(days: Days) -> None:
    days.add("outbox", 40, 40)
    for days_ago in range(40):
        days.service.execute(OUTBOX_ROW, [id_of(days_ago), NOW - days_ago * DAY])
    assert [days.forget("outbox") for _ in range(12)] == [0] * 12
    assert [days_ago for days_ago in range(41) if days.has("outbox", days_ago)] == [*range(31)]
    assert days.one("SELECT min(published_at) FROM kit.outbox") == NOW - 30 * DAY


def test_a_day_stays_while_one_of_its_events_waits_or_was_published_late(days: Days) -> None:
    days.add("outbox", 44, 5)
    days.service.execute(OUTBOX_ROW, [id_of(43), None])
    days.service.execute(OUTBOX_ROW, [id_of(41), NOW - 29 * DAY])
    for _ in range(6):
        days.forget("outbox")
    assert [days_ago for days_ago in range(44, 39, -1) if days.has("outbox", days_ago)] == [43, 41]


def test_the_inbox_stays_for_longer_than_an_event_can_be_redelivered(days: Days) -> None:
    days.add("inbox", 50, 20)
    for days_ago in range(50, 30, -1):
        days.service.execute(INBOX_ROW, [id_of(days_ago), NOW - days_ago * DAY])
    for _ in range(10):
        days.forget("inbox")
    assert [days_ago for days_ago in range(50, 30, -1) if days.has("inbox", days_ago)] == [*range(45, 30, -1)]


def test_old_rows_of_no_day_are_deleted_in_steps(days: Days) -> None:
    for number in range(5):
        days.service.execute(OUTBOX_ROW, [id_of(90 + number), NOW - 31 * DAY])
    days.service.execute(OUTBOX_ROW, [id_of(91), NOW - 29 * DAY])
    assert [days.one("SELECT kit.forget_outbox(3)") for _ in range(3)] == [3, 2, 0]
    assert days.one("SELECT count(*) FROM kit.outbox") == 1


def test_the_next_days_are_added_again_by_any_worker(days: Days) -> None:
    expected = days.names("outbox")
    for days_ahead in (1, 3, 7):
        days.admin.execute(f"DROP TABLE kit.{name_of('outbox', -days_ahead)}")
    at_once(*[lambda: _forget_elsewhere(days.database)] * 4)
    days.forget("outbox")
    assert days.names("outbox") == expected


def test_a_day_that_cannot_be_added_fails_nothing(days: Days) -> None:
    """A row of that day is in the default partition, which would have to give it away."""
    days.admin.execute(f"DROP TABLE kit.{name_of('outbox', -3)}")
    event_id = id_of(-3)
    days.service.execute(OUTBOX_ROW, [event_id, None])
    assert days.forget("outbox") == 0
    assert not days.has("outbox", -3)
    days.service.execute(OUTBOX_ROW, [id_of(-3), None])
    assert days.place_of("outbox", event_id) == "kit.outbox_default"


def test_a_transaction_that_uses_the_table_is_not_waited_for(days: Days) -> None:
    days.add("outbox", 40)
    days.service.execute(OUTBOX_ROW, [id_of(40), NOW - 40 * DAY])
    with psycopg.connect(days.database.dsn) as other:
        other.execute("SELECT count(*) FROM kit.outbox")
        assert days.forget("outbox") == 0
        assert days.has("outbox", 40)
    days.forget("outbox")
    assert not days.has("outbox", 40)


def test_the_retention_of_the_release_before_deletes_no_strangers(days: Days) -> None:
    """A ctid is unique in one partition: the first row of each day has the same."""
    days.add("outbox", 40, 40)
    for days_ago in (40, 20, 1, 0):
        days.service.execute(OUTBOX_ROW, [id_of(days_ago), NOW - days_ago * DAY])
    days.service.execute(OUTBOX_ROW, [id_of(-1), None])
    assert len(set(days.service.execute("SELECT ctid::text FROM kit.outbox"))) == 1

    assert len(days.service.execute(BY_CTID).fetchall()) == 1

    assert days.one("SELECT count(*) FROM kit.outbox") == 4
    # Its sweep, and ours, delete young rows by what they are.
    assert days.service.execute("DELETE FROM kit.outbox WHERE event_id >= %s", [id_of(30)]).rowcount == 4


def test_a_service_drops_no_table_itself(days: Days) -> None:
    for statement in ("SELECT kit.add_days('outbox', current_date + 20, 1)", f"DROP TABLE kit.{name_of('outbox', 0)}"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            days.service.execute(statement)


def _forget_elsewhere(database: Database) -> None:
    with psycopg.connect(database.dsn, autocommit=True, application_name=str(os.getpid())) as connection:
        connection.execute("SELECT kit.forget_outbox(2000)")
