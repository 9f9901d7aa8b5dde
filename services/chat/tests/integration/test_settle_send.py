from collections.abc import Iterator
from uuid import uuid4

import pytest
from chat.rpc import servicers
from chat.tests.world import World
from chat.wiring import Wiring
from pairwise.chat.v1.sends_pb2 import SettleSendRequest, SettleSendResponse
from pairwise.chat.v1.sends_pb2_grpc import SendServiceStub
from shared.kit.core import Malformed
from shared.kit.grpc import Client, Peer
from shared.kit.grpc.server import build_server
from shared.kit.testing.web import Browser


@pytest.fixture
def client(wired: Wiring) -> Iterator[Client]:
    server = build_server(servicers(wired), callers=None)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    client = Client(Peer(f"127.0.0.1:{port}"), SendServiceStub, deadline_seconds=60)
    yield client
    client.close()
    server.stop(0).wait()


def was_posted(client: Client, message_id: object) -> bool:
    return client.ask("SettleSend", SettleSendRequest(message_id=str(message_id)), SettleSendResponse).posted


def test_a_posted_message_stays_posted(client: Client, world: World) -> None:
    message = world.send(world.a_member("Ann"), world.a_member("Bo"))

    assert was_posted(client, message.id)
    assert was_posted(client, message.id)


def test_a_message_that_was_not_posted_never_will_be(client: Client, world: World, browser: Browser) -> None:
    ann, bo, message_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()

    assert not was_posted(client, message_id)
    assert not was_posted(client, message_id)
    body = {"id": str(message_id), "profile_id": str(bo), "text": "too late"}
    answer = browser.as_member(ann).post("/api/chat.php", body)

    assert (answer.status_code, answer.json["error"]["code"]) == (409, "send_withdrawn")
    assert world.billing.charges == {}


def test_an_id_that_is_none_is_malformed(client: Client, world: World) -> None:
    with pytest.raises(Malformed):
        was_posted(client, "no id")


def test_the_service_is_named_as_in_its_contract(wired: Wiring) -> None:
    names = [servicer.name for servicer in servicers(wired)]
    assert names == ["pairwise.chat.v1.SendService", "pairwise.chat.v1.EvidenceService"]
