"""`GetCode`: the state of a discount code for services whose messages name it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from billing.rpc import servicers
from billing.tests.discounts import a_code
from billing.tests.makers import FakeProvider, a_member
from billing.usecases.place_order import OrderForm, place_order
from billing.wiring import Wiring
from pairwise.billing.v1.discounts_pb2 import DiscountCode, GetCodeRequest
from pairwise.billing.v1.discounts_pb2_grpc import DiscountServiceStub
from shared.kit.core import Malformed, NotFound
from shared.kit.db import Database
from shared.kit.grpc import Client, Peer
from shared.kit.grpc.server import build_server

NOW = datetime.now(UTC).replace(microsecond=0)
PAST, FUTURE = NOW - timedelta(days=1), NOW + timedelta(days=1)


@pytest.fixture
def billing(wired: Wiring, database: Database) -> Iterator[Client]:
    server = build_server(servicers(wired), callers=None)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    client = Client(Peer(f"127.0.0.1:{port}"), DiscountServiceStub, deadline_seconds=60)
    yield client
    client.close()
    server.stop(0).wait()


def code_of(billing: Client, site: str = "pairwise", code: str = "SUMMER") -> DiscountCode:
    return billing.ask("GetCode", GetCodeRequest(site=site, code=code), DiscountCode)


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({}, "active"),
        ({"site": "pairwise"}, "active"),
        ({"starts_at": FUTURE}, "planned"),
        ({"expires_at": PAST}, "expired"),
        ({"is_active": False, "expires_at": PAST}, "ended"),
    ],
)
def test_a_code_of_the_site_or_of_all_has_its_state(
    billing: Client, database: Database, fields: dict[str, Any], state: str
) -> None:
    a_code(database, **fields)

    found = code_of(billing)

    assert found.state == state
    assert found.expires_at == (PAST.isoformat() if "expires_at" in fields else "")


def test_a_code_with_all_uses_taken_is_spent(
    billing: Client, wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    a_code(database, most_uses=1)
    form = OrderForm(uuid4(), "p0", "ideal", True, "en", "SUMMER")
    site = wired.sites.get(wired.default_site)
    place_order(wired.unit_of_work(), provider, site, a_member(wired), form, wired.settings.public_url)

    assert code_of(billing).state == "spent"


def test_codes_of_others_and_the_offers_to_new_members_are_not_found(billing: Client, database: Database) -> None:
    a_code(database, "OTHERS", site="iskra")
    a_code(database, "MINE", member_id=uuid4())

    for code in ("OTHERS", "MINE", "WELCOME25", "NEVER", "' OR 1=1"):
        with pytest.raises(NotFound):
            code_of(billing, code=code)


@pytest.mark.parametrize(("site", "code"), [("", "SUMMER"), ("pairwise", "")])
def test_a_request_without_a_site_or_code_is_malformed(billing: Client, site: str, code: str) -> None:
    with pytest.raises(Malformed):
        code_of(billing, site, code)
