"""A process reads the stream of revoked sessions from a real Redis."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID, uuid4

import psycopg
import pytest
from redis import Redis
from runner.backing_services import redis
from shared.kit.core import revocations
from shared.kit.core.revocations import BEGINNING, HEARTBEAT, REVOKED, STREAM, KnownRevocations, RevocationReader
from shared.kit.db.database import Database
from shared.kit.db.previous_release import RevocationCopy

TIMEOUT_SECONDS = 60
# The statement by which web processes of 0.2.0 read their table: sessions, and the age of the last copy.
READ_BY_0_2_0 = """
SELECT array_agg(session_id),
    (SELECT extract(epoch FROM clock_timestamp() - max(checked_at)) FROM kit.revocation_checks)
FROM kit.revoked_sessions WHERE expires_at > now()
"""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with redis() as url:
        yield url


@pytest.fixture
def stream(server: str) -> Iterator[Redis]:
    with Redis.from_url(server) as client:
        client.flushall()
        yield client


@contextmanager
def reading(server: str) -> Iterator[KnownRevocations]:
    known = KnownRevocations()
    reader = RevocationReader(server, known)
    reader.start()
    try:
        yield known
    finally:
        reader.stop()


def revoke(stream: Redis) -> UUID:
    session_id = uuid4()
    stream.xadd(STREAM, {REVOKED: f"{session_id} {int(time.time()) + 600}"})
    return session_id


def beat(stream: Redis) -> None:
    stream.xadd(STREAM, {HEARTBEAT: int(time.time() * 1000)})


def until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_process_knows_what_was_revoked_before_its_first_request(server: str, stream: Redis) -> None:
    revoked = [revoke(stream) for _ in range(3)]
    beat(stream)

    with reading(server) as known:
        until(lambda: known.checked_at > time.time() - 50)
        assert set(revoked) == known.sessions.keys()


def test_it_learns_of_a_revocation_although_entries_are_malformed(server: str, stream: Redis) -> None:
    with reading(server) as known:
        for name, value in ((b"x", b"y"), (REVOKED, b"\xff"), (HEARTBEAT, b"inf"), (HEARTBEAT, b"\xff")):
            stream.xadd(STREAM, {name: value})
        session_id = revoke(stream)
        until(lambda: session_id in known.sessions)
        assert known.refuses(uuid4(), 0, time.time())


def test_it_reads_on_after_a_lost_connection_and_from_the_beginning_after_a_wipe(
    server: str, stream: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(revocations, "RETRY_SECONDS", 0.05)
    with reading(server) as known:
        known_so_far = [revoke(stream)]
        for lose in ("CLIENT KILL TYPE normal SKIPME yes", "FLUSHALL"):
            until(lambda: set(known_so_far) <= known.sessions.keys())
            stream.execute_command(*lose.split())  # type: ignore[no-untyped-call]
            known_so_far.append(revoke(stream))
        until(lambda: set(known_so_far) <= known.sessions.keys())
        stream.flushall()
        # Ids of a clock that went back.
        stream.xadd(STREAM, {REVOKED: f"{(last := uuid4())} {int(time.time()) + 600}"}, id="1-1")
        until(lambda: last in known.sessions)


def test_sessions_are_forgotten_when_their_tokens_have_ended(stream: Redis) -> None:
    known = KnownRevocations()
    known.sessions[uuid4()] = time.time() - 1
    beat(stream)

    known.read(stream)

    assert known.sessions == {}
    assert known.last != BEGINNING


def test_web_processes_of_0_2_0_find_in_their_table_what_this_release_reads(database: Database, stream: Redis) -> None:
    known, copy = KnownRevocations(), RevocationCopy(database)
    for sessions in range(1, 4):
        revoke(stream)
        beat(stream)
        known.read(stream)
        copy(known)

        with psycopg.connect(database.dsn) as connection:
            found, age = connection.execute(READ_BY_0_2_0).fetchone() or ([], None)
        assert set(found) == known.sessions.keys()
        assert len(found) == sessions
        assert 0 <= age < TIMEOUT_SECONDS


def test_a_copy_without_its_database_is_made_later(database: Database, stream: Redis) -> None:
    beat(stream)
    known = KnownRevocations()
    known.read(stream)

    RevocationCopy(Database("postgresql://a:b@127.0.0.1:1/x"))(known)
