"""Revocations are copied from identity by gRPC, page by page, and only a whole copy counts."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.identity.v1.sessions_pb2 import ListRevokedRequest, ListRevokedResponse, RevokedSession
from pairwise.identity.v1.sessions_pb2_grpc import SessionServiceServicer, add_SessionServiceServicer_to_server
from shared.kit.errors import Unavailable
from shared.kit.rpc import Peer, Servicer
from shared.kit.rpc.server import build_server
from shared.kit.storage import Database, tables
from shared.kit.web.revocations import Revocations
from shared.kit.worker import revocations
from shared.kit.worker.revocations import RevocationPull
from sqlalchemy import func, select
from sqlalchemy.orm import Session

AN_HOUR = timedelta(hours=1)


class Identity(SessionServiceServicer):
    """Lists so many sessions, and fails from this page on."""

    def __init__(self, count: int, fails_at_page: int | None = None) -> None:
        self.ids = [UUID(int=number) for number in range(1, count + 1)]
        self.fails_at_page, self.pages = fails_at_page, 0

    def ListRevoked(  # noqa: N802 - the contract's name
        self, request: ListRevokedRequest, context: grpc.ServicerContext
    ) -> ListRevokedResponse:
        if self.pages == self.fails_at_page:
            raise Unavailable()
        self.pages += 1
        until = Timestamp()
        until.FromDatetime(datetime.now(UTC) + AN_HOUR)
        page = [each for each in self.ids if each.bytes > request.after][: request.limit]
        return ListRevokedResponse(sessions=[RevokedSession(session_id=each.bytes, expires_at=until) for each in page])


@pytest.fixture
def nothing_copied(database: Database) -> Database:
    with Session(database.engine) as session:
        session.query(tables.RevocationCheck).delete()
        session.commit()
    return database


class Puller:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._servers: list[grpc.Server] = []

    def pull(self, identity: Identity) -> None:
        server = build_server(
            [Servicer("pairwise.identity.v1.SessionService", add_SessionServiceServicer_to_server, identity)],
            callers=None,
        )
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        self._servers.append(server)
        RevocationPull(self._database, Peer(f"127.0.0.1:{port}")).run()

    def stop(self) -> None:
        for server in self._servers:
            server.stop(0).wait()


@pytest.fixture
def puller(nothing_copied: Database) -> Iterator[Puller]:
    found = Puller(nothing_copied)
    yield found
    found.stop()


def known(database: Database) -> Any:
    return Revocations(database, is_source=False).known()


def checked_at(database: Database) -> datetime | None:
    with Session(database.engine) as session:
        return session.scalar(select(func.max(tables.RevocationCheck.checked_at)))


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_all_pages_are_copied(puller: Puller, database: Database, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setattr(revocations, "PAGE", 2)
    identity = Identity(count)

    puller.pull(identity)

    assert known(database).sessions == frozenset(identity.ids)
    assert checked_at(database) is not None


def test_half_a_copy_refuses_what_it_has_and_proves_nothing(
    puller: Puller, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(revocations, "PAGE", 2)

    with pytest.raises(Unavailable):
        puller.pull(Identity(4, fails_at_page=1))

    assert len(known(database).sessions) == 2
    assert checked_at(database) is None


def test_a_copy_made_again_changes_nothing_but_the_time(puller: Puller, database: Database) -> None:
    identity = Identity(3)
    puller.pull(identity)
    first = checked_at(database)

    puller.pull(identity)

    second = checked_at(database)
    assert first is not None
    assert second is not None
    assert second > first
    assert known(database).sessions == frozenset(identity.ids)
