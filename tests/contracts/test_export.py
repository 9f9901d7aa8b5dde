"""A service's part of a member's copy reaches identity by gRPC, whole, also when it is asked for again."""

import json
from collections.abc import Iterator, Sequence
from uuid import uuid4

import grpc
import pytest
from likes.storage.data_inventory import DATA_INVENTORY
from likes.storage.tables import LikeRow
from pairwise.identity.v1.events_pb2 import ExportRequested
from pairwise.identity.v1.exports_pb2 import DeliverRequest, DeliverResponse
from pairwise.identity.v1.exports_pb2_grpc import ExportServiceServicer, add_ExportServiceServicer_to_server
from shared.kit.core import Settings, Unavailable
from shared.kit.db import Database, UnitOfWork
from shared.kit.grpc import Servicer
from shared.kit.grpc.server import build_server
from shared.kit.testing.database import empty, migrated
from shared.privacy.deliver import deliver_export
from shared.privacy.export import File

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


def deliver(database: Database, address: str, more: Sequence[File] = ()) -> None:
    settings = Settings.from_environment(PAIRWISE_SERVICE="likes", DATABASE_URL=database.url, RPC_IDENTITY=address)
    event = ExportRequested(export_id=str(uuid4()), member_id=str(ANN))
    with UnitOfWork(database) as uow:
        deliver_export("likes", DATA_INVENTORY, uow, event, settings, more)


def test_a_part_is_delivered_with_what_lies_outside_the_tables(
    database: Database, receiver: Receiver, address: str
) -> None:
    with UnitOfWork(database) as uow:
        uow.session.add(LikeRow(liker_id=ANN, liked_id=BO))
        uow.session.add(LikeRow(liker_id=BO, liked_id=ANN))
        uow.commit()

    for _ in range(2):
        deliver(database, address, more=[File("a/b", b"c")])

    [like] = json.loads(receiver.files["likes/likes.json"])
    assert like["liked_id"] == str(BO)
    assert set(like) == {"liker_id", "liked_id", "given_at", "part_id", "words"}
    assert receiver.files["a/b"] == b"c"
    assert receiver.done == ["likes", "likes"]


def test_nothing_more_is_sent_when_nobody_waits(database: Database, receiver: Receiver, address: str) -> None:
    receiver.wanted = False

    deliver(database, address)

    assert receiver.done == []


def test_an_identity_that_is_down_is_reported(database: Database) -> None:
    with pytest.raises(Unavailable):
        deliver(database, "127.0.0.1:1")
