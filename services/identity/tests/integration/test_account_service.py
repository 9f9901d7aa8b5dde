import json
from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from pairwise.identity.v1.accounts_pb2 import (
    Contact,
    GetContactRequest,
    GetContactsRequest,
    GetContactsResponse,
    GetGreetingRequest,
    GetMemberFactsRequest,
    Greeting,
    ListActiveRequest,
    ListActiveResponse,
    MemberFacts,
)
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceStub
from pairwise.identity.v1.events_pb2 import MailRequested, MemberConfirmed
from shared.kit.core import Invalid, Malformed, NotFound
from shared.kit.db import Database
from shared.kit.grpc import Client, Peer
from shared.kit.grpc.server import build_server
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

from identity.rpc import servicers
from identity.tests.factories import sign_up_form
from identity.wiring import Wiring


@pytest.fixture
def accounts(wired: Wiring) -> Iterator[Client]:
    server = build_server(servicers(wired), callers=None)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    client = Client(Peer(f"127.0.0.1:{port}"), AccountServiceStub, deadline_seconds=60)
    yield client
    client.close()
    server.stop(0).wait()


def test_a_contact_has_the_address_of_a_member(browser: Browser, accounts: Client) -> None:
    member_id = browser.post("/api/signup.php", sign_up_form()).json["user"]["id"]

    contact = accounts.ask("GetContact", GetContactRequest(member_id=member_id), Contact)

    assert (contact.email, contact.name, contact.locale, contact.confirmed) == ("ann@example.org", "Ann", "en", False)


def test_many_contacts_are_asked_together(browser: Browser, accounts: Client) -> None:
    member_id = browser.post("/api/signup.php", sign_up_form()).json["user"]["id"]
    request = GetContactsRequest(member_ids=[member_id, str(uuid4())])

    found = accounts.ask("GetContacts", request, GetContactsResponse).contacts

    assert [(contact.member_id, contact.email) for contact in found] == [(member_id, "ann@example.org")]
    with pytest.raises(Malformed):
        accounts.ask("GetContacts", GetContactsRequest(member_ids=["x"]), GetContactsResponse)
    many = GetContactsRequest(member_ids=[str(uuid4()) for _ in range(201)])
    with pytest.raises(Invalid):
        accounts.ask("GetContacts", many, GetContactsResponse)


def test_nobody_is_not_found(accounts: Client) -> None:
    with pytest.raises(NotFound):
        accounts.ask("GetContact", GetContactRequest(member_id=str(uuid4())), Contact)


def test_a_greeting_is_returned_once_its_writer_has_confirmed(
    browser: Browser, accounts: Client, database: Database, wired: Wiring
) -> None:
    bo = str(uuid4())
    form = sign_up_form(profile_id=bo, signup_message="  Hi Bo, you bake? ")
    member_id = browser.post("/api/signup.php", form).json["user"]["id"]
    asked = GetGreetingRequest(member_id=member_id)
    with pytest.raises(NotFound):
        accounts.ask("GetGreeting", asked, Greeting)

    [mail] = announced(database, MailRequested)
    token = json.loads(wired.settings.mail_keys.open(mail.sealed))["token"]
    assert browser.post("/api/activate.php", {"token": token}).status_code == 200

    greeting = accounts.ask("GetGreeting", asked, Greeting)
    assert (greeting.recipient_id, greeting.text, greeting.site) == (bo, "Hi Bo, you bake?", "pairwise")
    assert announced(database, MemberConfirmed)[-1].has_greeting


def test_a_member_without_a_greeting_has_none(browser: Browser, accounts: Client) -> None:
    member_id = browser.post("/api/signup.php", sign_up_form(profile_id=str(uuid4()))).json["user"]["id"]

    with pytest.raises(NotFound):
        accounts.ask("GetGreeting", GetGreetingRequest(member_id=member_id), Greeting)


def test_a_greeting_is_no_longer_than_any_message(browser: Browser) -> None:
    refused = browser.post("/api/signup.php", sign_up_form(profile_id=str(uuid4()), signup_message="x" * 1001))

    assert (refused.status_code, refused.json["error"]["code"]) == (422, "message_too_long")
    assert refused.json["error"]["field"] == "signup_message"


def test_the_facts_of_a_member_have_the_sign_up_and_the_devices(
    browser: Browser, accounts: Client, database: Database, wired: Wiring
) -> None:
    member_id = browser.post("/api/signup.php", sign_up_form()).json["user"]["id"]
    asked = GetMemberFactsRequest(member_id=member_id)

    before = accounts.ask("GetMemberFacts", asked, MemberFacts)
    [mail] = announced(database, MailRequested)
    token = json.loads(wired.settings.mail_keys.open(mail.sealed))["token"]
    assert browser.post("/api/activate.php", {"token": token}).status_code == 200
    after = accounts.ask("GetMemberFacts", asked, MemberFacts)

    assert (before.site, before.confirmed, after.confirmed) == ("pairwise", False, True)
    assert before.HasField("signed_up_at")
    assert [(bool(device.used_on), device.HasField("since")) for device in before.devices] == [(True, True)]
    assert "ann@example.org" not in str(after)


def test_nobody_has_no_facts(accounts: Client) -> None:
    with pytest.raises(NotFound):
        accounts.ask("GetMemberFacts", GetMemberFactsRequest(member_id=str(uuid4())), MemberFacts)
    with pytest.raises(Malformed):
        accounts.ask("GetMemberFacts", GetMemberFactsRequest(member_id="nobody"), MemberFacts)


def test_only_confirmed_members_who_are_not_suspended_are_active(
    browser: Browser, accounts: Client, database: Database
) -> None:
    member_id = browser.post("/api/signup.php", sign_up_form()).json["user"]["id"]
    request = ListActiveRequest(member_ids=[member_id, str(uuid4())])

    found = []
    for change in ("is_suspended = false", "status = 'active'", "is_suspended = true"):
        with psycopg.connect(database.dsn, autocommit=True) as connection:
            connection.execute(f"UPDATE accounts SET {change}")  # noqa: S608
        found.append(list(accounts.ask("ListActive", request, ListActiveResponse).member_ids))
    assert found == [[], [member_id], []]
    with pytest.raises(Malformed):
        accounts.ask("ListActive", ListActiveRequest(member_ids=["x"]), ListActiveResponse)
