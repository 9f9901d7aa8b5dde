"""A service's part of a member's copy reaches identity by gRPC, whole, also when it is asked for again."""

import json
from collections.abc import Iterator
from uuid import uuid4

import grpc
import pytest
from holdings.deliver import Deliveries, delivering
from holdings.export import File
from likes.storage.holdings import HOLDINGS
from likes.storage.tables import LikeRow
from pairwise.identity.v1.events_pb2 import ExportRequested
from pairwise.identity.v1.exports_pb2 import DeliverRequest, DeliverResponse
from pairwise.identity.v1.exports_pb2_grpc import ExportServiceServicer, add_ExportServiceServicer_to_server
from servicekit.errors import Unavailable
from servicekit.rpc.server import Servicer, build_server
from servicekit.settings import Settings
from servicekit.storage import Database, UnitOfWork
from servicekit.testing.database import empty, migrated

ANN, BO = uuid4(), uuid4()


class Receiver(ExportServiceServicer):
    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.done: list[str] = []
        self.wanted = True

    def Deliver(self, request: DeliverRequest, context: grpc.ServicerContext) -> DeliverResponse:  # noqa: N802
        self.files |= {file.name: file.content for file in request.files}
        self.done += [request.service] if request.last else []
        return DeliverResponse(wanted=self.wanted)


@pytest.fixture
def receiver() -> Receiver:
    return Receiver()


@pytest.fixture
def address(receiver: Receiver) -> Iterator[str]:
    entry = Servicer("pairwise.identity.v1.ExportService", add_ExportServiceServicer_to_server, receiver)
    server = build_server([entry], callers=None)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"127.0.0.1:{port}"
    server.stop(None)


@pytest.fixture(scope="module")
def its_own(postgres_server: str) -> Database:
    return Database(migrated(postgres_server, "likes", apart="_export"), pool_size=2)


@pytest.fixture
def database(its_own: Database) -> Database:
    empty(its_own)
    return its_own


def settings(database: Database, address: str) -> Settings:
    return Settings.from_environment(PAIRWISE_SERVICE="likes", DATABASE_URL=database.url, RPC_IDENTITY=address)


def test_a_part_is_delivered_with_what_lies_outside_the_tables(
    database: Database, receiver: Receiver, address: str
) -> None:
    deliver = delivering(
        "likes", HOLDINGS, Deliveries(settings(database, address)), more=lambda uow, member_id: [File("a/b", b"c")]
    )
    with UnitOfWork(database) as uow:
        uow.session.add(LikeRow(liker_id=ANN, liked_id=BO))
        uow.session.add(LikeRow(liker_id=BO, liked_id=ANN))
        uow.commit()

    for _ in range(2):
        with UnitOfWork(database) as uow:
            deliver(uow, ExportRequested(export_id=str(uuid4()), member_id=str(ANN)))

    [like] = json.loads(receiver.files["likes/likes.json"])
    assert like["liked_id"] == str(BO)
    assert set(like) == {"liker_id", "liked_id", "given_at"}
    assert receiver.files["a/b"] == b"c"
    assert receiver.done == ["likes", "likes"]


def test_nothing_more_is_sent_when_nobody_waits(database: Database, receiver: Receiver, address: str) -> None:
    receiver.wanted = False
    deliver = delivering("likes", HOLDINGS, Deliveries(settings(database, address)))

    with UnitOfWork(database) as uow:
        deliver(uow, ExportRequested(export_id=str(uuid4()), member_id=str(ANN)))

    assert receiver.done == []


def test_an_identity_that_is_down_is_heard_of(database: Database) -> None:
    deliver = delivering("likes", HOLDINGS, Deliveries(settings(database, "127.0.0.1:1")))

    with UnitOfWork(database) as uow, pytest.raises(Unavailable):
        deliver(uow, ExportRequested(export_id=str(uuid4()), member_id=str(ANN)))
