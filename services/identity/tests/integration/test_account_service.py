from collections.abc import Iterator
from uuid import uuid4

import pytest
from pairwise.identity.v1.accounts_pb2 import Contact, GetContactRequest
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceStub
from servicekit.errors import NotFound
from servicekit.rpc import Client
from servicekit.rpc.server import build_server
from servicekit.testing.web import Browser

from identity.rpc import servicers
from identity.tests.makers import a_form
from identity.wiring import Wiring


@pytest.fixture
def accounts(wired: Wiring) -> Iterator[Client]:
    server = build_server(servicers(wired))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    client = Client(f"127.0.0.1:{port}", AccountServiceStub)
    yield client
    client.close()
    server.stop(0)


def test_a_contact_is_told(browser: Browser, accounts: Client) -> None:
    member_id = browser.post("/api/signup.php", a_form()).json["user"]["id"]

    contact = accounts.ask("GetContact", GetContactRequest(member_id=member_id), Contact)

    assert (contact.email, contact.name, contact.locale, contact.confirmed) == ("ann@example.org", "Ann", "en", False)


def test_nobody_is_not_found(accounts: Client) -> None:
    with pytest.raises(NotFound):
        accounts.ask("GetContact", GetContactRequest(member_id=str(uuid4())), Contact)
