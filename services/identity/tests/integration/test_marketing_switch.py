"""The consent to marketing as notifications' switches change it, and the lifecycle that campaign mail asks for."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.billing.v1.events_pb2 import BecamePremium
from pairwise.identity.v1.accounts_pb2 import Contact, GetContactsRequest, GetContactsResponse
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceStub
from pairwise.identity.v1.events_pb2 import ConsentChanged
from pairwise.notifications.v1.events_pb2 import MarketingSwitched
from shared.kit.db import Database
from shared.kit.grpc import Client, Peer
from shared.kit.grpc.server import build_server
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

from identity.events.from_billing import mark_premium
from identity.events.from_notifications import record_marketing
from identity.rpc import servicers
from identity.tests.factories import signed_up
from identity.wiring import Wiring


@pytest.fixture
def ann(browser: Browser) -> UUID:
    return UUID(signed_up(browser).json["user"]["id"])


@pytest.fixture
def accounts(wired: Wiring) -> Iterator[Client]:
    server = build_server(servicers(wired), callers=None)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    client = Client(Peer(f"127.0.0.1:{port}"), AccountServiceStub, deadline_seconds=60)
    yield client
    client.close()
    server.stop(0).wait()


def switch(wired: Wiring, member_id: UUID, wanted: bool, seconds: int = 0) -> None:
    at = Timestamp()
    at.FromDatetime(datetime.now(UTC) + timedelta(seconds=seconds))
    with wired.unit_of_work() as uow:
        record_marketing(uow, MarketingSwitched(member_id=str(member_id), wanted=wanted, at=at), wired)
        uow.commit()


def marketing(browser: Browser) -> dict[str, Any]:
    consents: list[dict[str, Any]] = browser.get("/api/consents.php").json["consents"]
    return next(each for each in consents if each["kind"] == "marketing")


def contact(accounts: Client, member_id: UUID, *, with_lifecycle: bool = True) -> Contact:
    asked = GetContactsRequest(member_ids=[str(member_id)], with_lifecycle=with_lifecycle)
    [found] = accounts.ask("GetContacts", asked, GetContactsResponse).contacts
    return found


def test_a_switch_is_recorded_with_version_and_time_and_withdrawn(
    browser: Browser, wired: Wiring, database: Database, ann: UUID
) -> None:
    switch(wired, ann, True, seconds=1)
    given = marketing(browser)
    switch(wired, ann, False, seconds=2)

    assert (given["given"], given["version"], given["at"] is None) == (True, "1", False)
    assert marketing(browser)["given"] is False
    events = [each for each in announced(database, ConsentChanged) if each.kind == "marketing"]
    assert [(each.given, each.by_switch) for each in events] == [(True, True), (False, True)]


def test_an_older_switch_and_the_same_answer_record_nothing(
    browser: Browser, wired: Wiring, database: Database, ann: UUID
) -> None:
    switch(wired, ann, False)  # a no to a question that was never answered with yes
    switch(wired, ann, True, seconds=3)
    switch(wired, ann, True, seconds=4)
    switch(wired, ann, False, seconds=1)
    switch(wired, uuid4(), True)

    assert marketing(browser)["given"] is True
    assert len([each for each in announced(database, ConsentChanged) if each.kind == "marketing"]) == 1


def test_the_lifecycle_is_returned_only_if_it_is_asked_for(wired: Wiring, accounts: Client, ann: UUID) -> None:
    switch(wired, ann, True)
    with wired.unit_of_work() as uow:
        mark_premium(uow, BecamePremium(member_id=str(ann)), wired)
        uow.accounts.record_moderation(ann, True, 1)
        uow.commit()

    known, plain = contact(accounts, ann), contact(accounts, ann, with_lifecycle=False)

    assert (known.marketing, known.has_bought, known.suspended) == (True, True, True)
    assert known.seen_on == datetime.now(UTC).date().isoformat()
    assert (known.attribution, known.signed_up_on) == (False, known.seen_on)
    assert (plain.marketing, plain.has_bought, plain.suspended, plain.seen_on) == (False, False, False, "")
    assert (plain.HasField("attribution"), plain.signed_up_on) == (False, "")


def test_a_member_is_seen_on_the_last_day_of_a_session_or_a_browser(
    wired: Wiring, database: Database, accounts: Client, ann: UUID
) -> None:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE accounts SET signed_up_at = '2026-01-01T12:00:00Z'")
        connection.execute("UPDATE sessions SET used_on = '2026-02-01'")
        connection.execute("UPDATE known_devices SET used_on = '2026-01-15'")
        assert contact(accounts, ann).seen_on == "2026-02-01"
        connection.execute("DELETE FROM sessions")
        assert contact(accounts, ann).seen_on == "2026-01-15"
        connection.execute("DELETE FROM known_devices")
    assert contact(accounts, ann).seen_on == "2026-01-01"
