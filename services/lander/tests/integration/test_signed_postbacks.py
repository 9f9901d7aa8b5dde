"""Postbacks by GET and POST, with what a network asks about a fact, and a signature it can check."""

import hmac
from datetime import timedelta
from hashlib import sha256
from urllib.parse import parse_qs
from uuid import UUID

import pytest
from lander.domain.postback import MACROS
from lander.domain.report import Payout
from lander.tests.consuming import consume
from lander.tests.integration.test_suspects import opened
from lander.tests.postbacks import HOST, Network, buyer, drain, due_now
from lander.tests.purchases import goes_back
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.web import Browser
from sqlalchemy import text

URL = f"https://{HOST}/pb?" + "&".join(f"{name}={{{name}}}" for name in MACROS)
PATH = "/api/marketing-postbacks.php"


@pytest.fixture
def desk(browser: Browser, wired: Wiring) -> Browser:
    with wired.unit_of_work() as uow:
        uow.networks.add("pairwise", "northwind")
        uow.networks.pay("pairwise", "northwind", Payout("sale", minor=500, currency="USD"))
        uow.commit()
    return browser.as_member(UUID(int=7), marketer=True)


def ask_for(desk: Browser, database: Database, method: str) -> str:
    """Have every goal told by this method. Returns the key of the signature."""
    given = {"network": "northwind", "hosts": [HOST], "hold_days": 0, "is_paused": False, "method": method}
    templates = dict.fromkeys(("lead", "sale", "reversal"), URL)
    assert desk.put(PATH, given | {"templates": templates}).status_code == 200
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE networks SET posts_since = now() - interval '1 year'"))
    return str(desk.get(PATH, network="northwind").json["signing_key"])


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_fact_is_told_with_its_money_status_and_click_and_signed(
    wired: Wiring, database: Database, desk: Browser, method: str
) -> None:
    key, network, ann = ask_for(desk, database, method), Network(), buyer()
    paid = ann.pays(1210, 210)
    consume(wired, opened(ann.signs_up(sub1="a&b"), wired, 60), paid)
    due_now(database)
    drain(wired, network)
    consume(wired, goes_back(paid, 605, 105))
    due_now(database)
    drain(wired, network)

    lead, sale, reversal = network.asked
    assert (lead["status"], lead["revenue"], lead["sub1"]) == ("approved", "0.00", "a&b")
    assert lead["click_time"] == f"{ann.signed_up_at - timedelta(seconds=60):%Y-%m-%dT%H:%M:%SZ}"
    assert (sale["goal"], sale["payout"], sale["currency"]) == ("sale", "5.00", "USD")
    assert (sale["revenue"], sale["revenue_currency"], sale["status"]) == ("10.00", "EUR", "approved")
    assert (reversal["revenue"], reversal["status"], reversal["original"]) == ("5.00", "reversed", sale["txid"])
    for request in network.requests:
        assert (request.body is None) == (method == "GET")
        seconds, digest = parse_qs(str(request.signature).replace(",", "&")).values()
        signed = f"{seconds[0]}.{request.body or request.url}".encode()
        assert digest == [hmac.new(key.encode(), signed, sha256).hexdigest()]


def test_the_key_stays_and_is_in_no_trail(database: Database, desk: Browser) -> None:
    key = ask_for(desk, database, "GET")

    assert ask_for(desk, database, "POST") == key
    assert len(key) == 64
    assert key not in str(desk.get("/api/marketing-actions.php").json)
    assert desk.get(PATH, network="northwind").json["method"] == "POST"


def test_without_a_yes_the_click_is_not_stored(wired: Wiring, database: Database) -> None:
    yes, no = buyer(), buyer()
    consume(wired, opened(yes.signs_up(sub1="click"), wired, 60), opened(no.signs_up(), wired, 60))

    with database.engine.connect() as connection:
        clicks = connection.scalars(text("SELECT clicked_at IS NOT NULL FROM leads ORDER BY id")).all()
    assert clicks == [True, False]


@pytest.mark.parametrize("method", ["PUT", "get", None])
def test_another_method_is_refused(desk: Browser, method: str | None) -> None:
    given = {"network": "northwind", "hosts": [], "templates": {}, "hold_days": 0, "is_paused": False}

    assert desk.put(PATH, given | {"method": method}).status_code == 422
