"""Tables with rows become partitions while the release before writes: no row is lost, copied, or handled twice."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from pairwise.identity.v1.events_pb2 import MemberConfirmed
from shared.kit.core.identifiers import ordered_id
from shared.kit.db.tables import KitBase
from shared.kit.testing.database import fresh
from shared.ops import migrate as migrating
from shared.ops.database_roles import runtime_role
from shared.ops.migrate import grant, kit_config, patiently

ADD = "INSERT INTO kit.outbox (event_id, subject, payload) VALUES (%s, 'identity.MemberConfirmed', %s)"
PUBLISH = "UPDATE kit.outbox SET published_at = now() WHERE seq = ANY(%s)"
LOCK_BATCH = (
    "SELECT seq FROM kit.outbox WHERE published_at IS NULL ORDER BY seq LIMIT 200 FOR UPDATE OF outbox SKIP LOCKED"
)
HANDLE = "INSERT INTO kit.inbox (event_id) VALUES (%s) ON CONFLICT DO NOTHING"
ANN = uuid4()


class Upgrade:
    """A database as the release before left it, with rows, and a connection of its service."""

    def __init__(self, server: str) -> None:
        self.runtime, self.owner = fresh(server, f"exchange_{uuid4().hex[:8]}")
        self.config: Config = kit_config(self.owner)
        command.upgrade(self.config, "kit0008")
        with psycopg.connect(self.owner, autocommit=True) as connection:
            role = runtime_role(str(connection.info.user))
            connection.execute(f"GRANT USAGE ON SCHEMA kit TO {role}")
            connection.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA kit TO {role}")
        self.service = psycopg.connect(self.runtime, autocommit=True)
        self.ids = [ordered_id() for _ in range(20)]
        for event_id in self.ids:
            self.announce(event_id)
            self.service.execute(HANDLE, [event_id])
        self.service.execute(PUBLISH, [list(range(1, 16))])

    def announce(self, event_id: UUID) -> None:
        self.service.execute(ADD, [event_id, MemberConfirmed(member_id=str(ANN)).SerializeToString()])

    def run(self) -> None:
        patiently(lambda: command.upgrade(self.config, "head"))

    def one(self, query: str, *values: Any) -> Any:
        row = self.service.execute(query, values).fetchone()
        assert row is not None
        return row[0]


@pytest.fixture
def upgrade(postgres_server: str) -> Iterator[Upgrade]:
    found = Upgrade(postgres_server)
    yield found
    found.service.close()


def test_every_row_stays_where_it_is(upgrade: Upgrade) -> None:
    file = upgrade.one("SELECT pg_relation_filenode('kit.outbox')")
    before = upgrade.service.execute("SELECT seq, event_id, payload, published_at FROM kit.outbox ORDER BY seq")
    rows = before.fetchall()

    upgrade.run()

    after = upgrade.service.execute("SELECT seq, event_id, payload, published_at FROM kit.outbox ORDER BY seq")
    assert after.fetchall() == rows
    assert upgrade.one("SELECT pg_relation_filenode('kit.outbox_before')") == file
    assert upgrade.one("SELECT count(*) FROM kit.inbox") == len(rows)


def test_the_release_before_goes_on_before_privileges_are_granted_anew(upgrade: Upgrade) -> None:
    """Its statements, on connections that have prepared them, in the moment after the exchange."""
    for _ in range(8):  # psycopg prepares a statement that comes again
        upgrade.service.execute(HANDLE, [upgrade.ids[0]])
        upgrade.announce(ordered_id())

    upgrade.run()

    new = ordered_id()
    upgrade.announce(new)
    assert upgrade.service.execute(HANDLE, [upgrade.ids[0]]).rowcount == 0, "an event handled before is known"
    assert upgrade.service.execute(HANDLE, [new]).rowcount == 1
    waiting = [seq for (seq,) in upgrade.service.execute(LOCK_BATCH).fetchall()]
    assert len(waiting) == 5 + 8 + 1
    assert waiting[-1] == upgrade.one("SELECT seq FROM kit.outbox WHERE event_id = %s", new) > waiting[-2]
    assert upgrade.service.execute(PUBLISH, [waiting]).rowcount == len(waiting)
    assert upgrade.one("SELECT named_ids FROM kit.outbox WHERE event_id = %s", new) == [ANN]
    assert upgrade.one("SELECT named_ids FROM kit.outbox WHERE event_id = %s", upgrade.ids[0]) is None


def test_no_event_announced_during_the_exchange_is_lost(upgrade: Upgrade) -> None:
    stop, announced = threading.Event(), list[UUID]()

    def write() -> None:
        with psycopg.connect(upgrade.runtime, autocommit=True) as connection:
            while not stop.is_set():
                event_id = ordered_id()
                connection.execute(ADD, [event_id, b""])
                assert connection.execute(HANDLE, [event_id]).rowcount == 1
                announced.append(event_id)

    writers = [threading.Thread(target=write) for _ in range(2)]
    for writer in writers:
        writer.start()
    upgrade.run()
    stop.set()
    for writer in writers:
        writer.join()
    assert announced
    for table in ("outbox", "inbox"):
        query = f"SELECT event_id FROM kit.{table}"  # noqa: S608
        found = {event_id for (event_id,) in upgrade.service.execute(query)}
        assert found == {*upgrade.ids, *announced}, table
    assert upgrade.one("SELECT count(DISTINCT seq) = count(*) FROM kit.outbox")


def test_an_exchange_that_was_interrupted_after_its_proof_is_finished(
    upgrade: Upgrade, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrating, "TRIES", 1)
    command.upgrade(upgrade.config, "kit0010")
    with psycopg.connect(upgrade.runtime) as other:
        other.execute("SELECT count(*) FROM kit.inbox")
        with pytest.raises(Exception, match="lock timeout"):
            upgrade.run()
    upgrade.announce(ordered_id())
    upgrade.run()
    assert upgrade.one("SELECT count(*) FROM kit.outbox") == 21


def test_old_rows_go_by_steps_and_then_the_old_table_goes(upgrade: Upgrade) -> None:
    upgrade.run()
    grant(upgrade.owner, [KitBase.metadata])
    upgrade.service.execute("UPDATE kit.outbox SET published_at = now() - interval '31 days' WHERE seq <= 10")
    assert [upgrade.one("SELECT kit.forget_outbox(6)") for _ in range(3)] == [6, 4, 0]
    assert upgrade.one("SELECT count(*) FROM kit.outbox") == 10
    ends = (datetime.now(UTC) + timedelta(days=7)).strftime("%Y%m%d")
    names = [name for (name,) in upgrade.service.execute("SELECT relname FROM pg_class WHERE relkind = 'r'")]
    assert {"outbox_before", "outbox_default", f"outbox_{ends}"} <= set(names)
