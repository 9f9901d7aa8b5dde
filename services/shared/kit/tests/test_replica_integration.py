"""The read address: a real standby, whose replay is paused so that it falls behind."""

import time
from collections.abc import Iterator
from uuid import UUID, uuid4

import psycopg
import pytest
from redis import Redis
from runner.backing_services import Server, postgres_replica, postgres_server, redis
from shared.kit.core.errors import NotFound
from shared.kit.db.database import Database
from shared.kit.db.replica import Replica
from shared.kit.http.replica_reads import RecentChanges, ReplicaReads
from shared.kit.testing.database import migrated_kit
from sqlalchemy import Engine, text

LONGEST_SECONDS = 60


@pytest.fixture(scope="module")
def primary_server() -> Iterator[Server]:
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="module")
def primary(primary_server: Server) -> Iterator[Database]:
    database = Database(migrated_kit(primary_server.url, "replicated"))
    yield database
    database.engine.dispose()


@pytest.fixture(scope="module")
def standby(primary_server: Server, primary: Database) -> Iterator[Server]:
    with postgres_replica(primary_server) as server:
        yield server


@pytest.fixture(scope="module")
def redis_url() -> Iterator[str]:
    with redis() as url:
        yield url


def replica_of(primary: Database, standby: Server, staleness_seconds: float) -> Replica:
    port = standby.url.rpartition(":")[2].partition("/")[0]
    own = primary.dsn.rpartition(":")[2].partition("/")[0]
    return Replica(primary, primary.dsn.replace(f":{own}/", f":{port}/"), staleness_seconds=staleness_seconds)


def asked(server: Server, statement: str) -> object:
    with psycopg.connect(server.url, autocommit=True) as connection:
        [row] = connection.execute(statement).fetchall()
    return row[0]


@pytest.fixture
def paused(standby: Server) -> Iterator[Server]:
    """The standby, which replays nothing from now on."""
    wait_until(lambda: asked(standby, "SELECT pg_is_in_recovery()") is True)
    psycopg.connect(standby.url, autocommit=True).execute("SELECT pg_wal_replay_pause()")
    wait_until(lambda: asked(standby, "SELECT pg_get_wal_replay_pause_state()") == "paused")
    yield standby
    psycopg.connect(standby.url, autocommit=True).execute("SELECT pg_wal_replay_resume()")


def wait_until(is_so: object) -> None:
    deadline = time.monotonic() + LONGEST_SECONDS
    while not is_so():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.05)


def write(database: Database) -> UUID:
    event_id = uuid4()
    with database.engine.begin() as connection:
        connection.execute(text("INSERT INTO kit.inbox (event_id) VALUES (:event_id)"), {"event_id": event_id})
    return event_id


def knows(engine: Engine, event_id: UUID) -> bool:
    with engine.connect() as connection:
        found = connection.execute(
            text("SELECT count(*) FROM kit.inbox WHERE event_id = :event_id"), {"event_id": event_id}
        )
        return bool(found.scalar_one())


def test_a_replica_that_keeps_up_is_fresh_and_refuses_writes(primary: Database, standby: Server) -> None:
    replica = replica_of(primary, standby, 5)
    event_id = write(primary)

    wait_until(replica.is_fresh)

    wait_until(lambda: knows(replica.reader, event_id))
    with pytest.raises(Exception, match="read-only transaction"), replica.reader.connect() as connection:
        connection.execute(text("INSERT INTO kit.inbox (event_id) VALUES (gen_random_uuid())"))


def test_a_replica_that_falls_behind_is_fresh_no_longer_than_its_bound(primary: Database, paused: Server) -> None:
    replica = replica_of(primary, paused, 1)

    # What it lacks is written all the while, as by a busy service.
    def is_stale() -> bool:
        write(primary)
        return not replica.is_fresh()

    wait_until(is_stale)
    psycopg.connect(paused.url, autocommit=True).execute("SELECT pg_wal_replay_resume()")
    wait_until(replica.is_fresh)


def test_an_idle_primary_makes_no_replica_old(primary: Database, standby: Server) -> None:
    replica = replica_of(primary, standby, 1)
    wait_until(replica.is_fresh)

    deadline = time.monotonic() + 3
    while time.monotonic() < deadline:
        wait_until(replica.is_fresh)
        time.sleep(0.2)
    assert knows(replica.reader, write(primary)) in (True, False)


def test_an_unreachable_replica_is_not_fresh(primary: Database, standby: Server) -> None:
    assert not Replica(primary, primary.dsn.rpartition("@")[0] + "@127.0.0.1:1/nowhere").is_fresh()


@pytest.fixture
def reads(primary: Database, paused: Server, redis_url: str) -> ReplicaReads:
    """Reads of a process whose replica was fresh a moment ago and replays nothing since."""
    replica = replica_of(primary, paused, 3600)
    psycopg.connect(paused.url, autocommit=True).execute("SELECT pg_wal_replay_resume()")
    wait_until(replica.is_fresh)
    psycopg.connect(paused.url, autocommit=True).execute("SELECT pg_wal_replay_pause()")
    wait_until(lambda: asked(paused, "SELECT pg_get_wal_replay_pause_state()") == "paused")
    return ReplicaReads(primary, replica, RecentChanges(redis_url, "profiles", 3600))


def test_a_member_reads_what_they_have_just_written(primary: Database, reads: ReplicaReads) -> None:
    ann, bo = uuid4(), uuid4()
    written = write(primary)
    assert not reads(ann, lambda engine: knows(engine, written))

    reads.note_change(ann)

    assert reads(ann, lambda engine: knows(engine, written))
    assert not reads(bo, lambda engine: knows(engine, written))
    assert not reads(None, lambda engine: knows(engine, written))


def test_what_the_replica_does_not_know_yet_the_primary_is_asked(primary: Database, reads: ReplicaReads) -> None:
    written = write(primary)

    def find(engine: Engine) -> str:
        if not knows(engine, written):
            raise NotFound()
        return "found"

    assert reads(uuid4(), find) == "found"
    with pytest.raises(NotFound):
        reads(uuid4(), lambda engine: _refuse(engine))


def _refuse(_: Engine) -> str:
    raise NotFound()


def test_without_redis_the_primary_answers_members(primary: Database, reads: ReplicaReads) -> None:
    deaf = ReplicaReads(primary, reads._replica, RecentChanges("redis://127.0.0.1:1/0", "profiles", 5))
    written = write(primary)

    assert deaf(uuid4(), lambda engine: knows(engine, written))


def test_a_note_ends_when_the_replica_has_caught_up(primary: Database, redis_url: str) -> None:
    ann, changes = uuid4(), RecentChanges(redis_url, "profiles", 5)

    changes.note(ann)

    with Redis.from_url(redis_url) as server:
        assert 5_000 < server.pttl(f"changed:profiles:{ann}") <= 10_000


def test_without_a_read_address_the_primary_answers_everything(primary: Database) -> None:
    written = write(primary)

    assert ReplicaReads(primary)(uuid4(), lambda engine: knows(engine, written))


def test_a_replica_that_dies_is_left_for_the_primary(primary: Database, primary_server: Server) -> None:
    with postgres_replica(primary_server) as mortal:
        replica = replica_of(primary, mortal, 3600)
        wait_until(replica.is_fresh)
        reads, written = ReplicaReads(primary, replica), write(primary)
        mortal.kill()

        assert reads(uuid4(), lambda engine: knows(engine, written))
        assert not replica.is_fresh()
