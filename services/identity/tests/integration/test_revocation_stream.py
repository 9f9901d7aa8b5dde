"""Identity writes the stream of revoked sessions: after each commit, and with each heartbeat what is missing."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from redis import Redis, RedisError
from runner.backing_services import redis
from shared.kit.core import STREAM, KnownRevocations
from shared.kit.db import Database

from identity import revocation_stream
from identity.revocation_stream import RevocationPublisher, add_heartbeat, encoded
from identity.storage import IdentityUnit
from identity.wiring import Wiring


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with redis() as url:
        yield url


@pytest.fixture
def stream(server: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    monkeypatch.setattr(revocation_stream, "TIMEOUT_SECONDS", 60)
    with Redis.from_url(server) as client:
        client.flushall()
        yield client


def in_ten_minutes() -> datetime:
    return datetime.now(UTC) + timedelta(minutes=10)


def known(stream: Redis) -> KnownRevocations:
    found = KnownRevocations()
    found.read(stream)
    return found


def test_a_revocation_is_added_after_its_commit_and_not_after_a_rollback(
    wired: Wiring, database: Database, server: str, stream: Redis
) -> None:
    own = Database(database.url, pool_size=2)
    own.commit_notifier.publish_with(STREAM, RevocationPublisher(server).publish)
    kept, revoked = uuid4(), uuid4()
    with IdentityUnit(own, wired.settings.ban_keys) as uow:
        uow.sessions.revoke([kept], in_ten_minutes())
    with IdentityUnit(own, wired.settings.ban_keys) as uow:
        uow.sessions.revoke([revoked], in_ten_minutes())
        uow.commit()

    stream.xread({STREAM: 0}, block=60_000)

    assert known(stream).sessions.keys() == {revoked}
    own.engine.dispose()


def test_a_heartbeat_comes_after_everything_that_was_missing(stream: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revocation_stream, "BATCH", 2)
    revoked = [(uuid4(), in_ten_minutes()) for _ in range(5)]

    assert [add_heartbeat(stream, lambda: revoked) for _ in range(3)] == [3, 1, 0]

    entries: Any = stream.xrange(STREAM)
    assert [list(fields) for _, fields in entries] == [[b"revoked"]] * 5 + [[b"heartbeat"]]
    assert known(stream).sessions.keys() == {session_id for session_id, _ in revoked}


@pytest.mark.parametrize("command", ["FLUSHALL", "DEL kit.revocations", f"XADD kit.revocations * revoked {uuid4()}"])
def test_a_stream_that_changes_meanwhile_is_compared_again(stream: Redis, command: str) -> None:
    revoked, reads = [(uuid4(), in_ten_minutes())], 0
    add_heartbeat(stream, lambda: revoked)

    def read_the_table() -> Sequence[tuple[UUID, datetime]]:
        nonlocal reads
        reads += 1
        if reads == 1:
            stream.execute_command(*command.split())  # type: ignore[no-untyped-call]
        return revoked

    add_heartbeat(stream, read_the_table)

    assert reads == 2
    assert known(stream).sessions.keys() == {session_id for session_id, _ in revoked}
    assert known(stream).checked_at > 0


def test_a_publisher_without_redis_waits_for_nobody_and_a_heartbeat_fails() -> None:
    assert RevocationPublisher("redis://127.0.0.1:1/0").publish([encoded(uuid4(), in_ten_minutes())])
    with pytest.raises(RedisError):
        add_heartbeat(Redis.from_url("redis://127.0.0.1:1/0", retry=None), list)
