"""Contract of the port Contacts, for the fake and for the client of identity."""

from collections.abc import Iterator
from uuid import uuid4

import grpc
import pytest
from notifications.clients.identity import IdentityContacts
from notifications.ports import Contacts
from notifications.tests.fakes import FakeContacts, a_recipient
from pairwise.identity.v1 import accounts_pb2, accounts_pb2_grpc
from shared.kit.core import NotFound, Unavailable
from shared.kit.grpc import Peer, Servicer
from shared.kit.grpc.server import build_server

ANN, GONE = uuid4(), uuid4()
CONTACT = accounts_pb2.Contact(
    member_id=str(ANN), email="ann@example.org", name="Ann", locale="en", site="pairwise", confirmed=True
)


class Accounts(accounts_pb2_grpc.AccountServiceServicer):
    def GetContact(  # noqa: N802 - gRPC names its methods so
        self, request: accounts_pb2.GetContactRequest, context: grpc.ServicerContext
    ) -> accounts_pb2.Contact:
        if request.member_id != str(ANN):
            raise NotFound()
        return CONTACT

    def GetContacts(  # noqa: N802
        self, request: accounts_pb2.GetContactsRequest, context: grpc.ServicerContext
    ) -> accounts_pb2.GetContactsResponse:
        return accounts_pb2.GetContactsResponse(contacts=[CONTACT] if str(ANN) in request.member_ids else [])


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    name = accounts_pb2.DESCRIPTOR.services_by_name["AccountService"].full_name
    server = build_server(
        [Servicer(name, accounts_pb2_grpc.add_AccountServiceServicer_to_server, Accounts())], callers=None
    )
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"127.0.0.1:{port}"
    server.stop(0).wait()


@pytest.fixture(params=["fake", "real"])
def contacts(request: pytest.FixtureRequest, address: str) -> Contacts:
    return FakeContacts({ANN: a_recipient()}) if request.param == "fake" else IdentityContacts(Peer(address))


def test_a_member_has_an_address(contacts: Contacts) -> None:
    assert contacts.find([ANN]) == {ANN: a_recipient()}


def test_many_are_asked_together_and_deleted_ones_left_out(contacts: Contacts) -> None:
    assert contacts.find([GONE, ANN, uuid4()]) == {ANN: a_recipient()}


def test_a_deleted_member_has_no_contact(contacts: Contacts) -> None:
    assert contacts.find([GONE]) == {}


@pytest.mark.parametrize("down", [FakeContacts(is_down=True), IdentityContacts(Peer("127.0.0.1:1"))])
def test_an_outage_of_identity_is_unavailable(down: Contacts) -> None:
    with pytest.raises(Unavailable):
        down.find([ANN])
