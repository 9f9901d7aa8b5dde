"""A network sees its own figures by a link: nobody else's, no member, and nothing after the link has ended."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flask import Flask
from lander.domain.view import View
from lander.tests.consuming import consume
from lander.tests.purchases import NOW, Buyer
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

ANN = UUID(int=1)
DESK, VIEW = "/api/marketing-network-view.php", "/api/network-view.php"
RANGE = {"first": (NOW - timedelta(days=9)).date().isoformat(), "last": NOW.date().isoformat()}


@pytest.fixture
def desk(app: Flask, keys: KeyPair) -> Browser:
    desk = Browser(app, keys).as_member(ANN, marketer=True)
    for name, goal in (("northwind", "lead"), ("fjord", "sale")):
        desk.post("/api/marketing-networks.php", {"name": name})
        desk.put("/api/marketing-networks.php", {"name": name, "goal": goal, "minor": 250, "currency": "EUR"})
    return desk


def made(desk: Browser, name: str = "northwind") -> str:
    answer = desk.post(DESK, {"name": name})
    assert answer.status_code == 201
    return str(answer.json["key"])


def opened(browser: Browser, key: str, **more: Any) -> Any:
    return browser.post(VIEW, {"key": key, **RANGE, **more})


def test_a_network_sees_its_own_counts_and_what_it_is_owed(desk: Browser, browser: Browser, wired: Wiring) -> None:
    mine, other, bare = (Buyer(network=name, age_days=2) for name in ("northwind", "fjord", ""))
    for buyer in (mine, other, bare):
        consume(wired, buyer.signs_up(sub1="click-canary-7"), buyer.confirms(), buyer.pays(4200, 700))
    with wired.unit_of_work() as uow:
        uow.views.count(View("pairwise", "video", 0, 0, "northwind", "en"))
        uow.views.count(View("pairwise", "video", 0, 0, "fjord", "en"))
        uow.commit()

    answer = opened(browser, made(desk))

    total = answer.json["total"]
    counts = ("views", "sign_ups", "confirmed", "first_purchases")
    # Today's view is not shown before tomorrow.
    assert [total[name] for name in counts] == [0, 1, 1, 1]
    assert (answer.json["network"], total["owed"]) == ("northwind", [{"currency": "EUR", "payout": 250}])
    assert [day["day"] for day in answer.json["days"]] == [mine.signed_up_at.date().isoformat()]
    told = answer.get_data(as_text=True)
    assert not [secret for secret in ("click-canary-7", mine.member_id, "fjord", "4200", "42.00") if secret in told]


def test_a_link_ends_at_once_and_its_key_is_stored_nowhere(desk: Browser, browser: Browser, database: Database) -> None:
    first = made(desk)
    second = made(desk)
    assert opened(browser, first).status_code == 404
    assert opened(browser, second).status_code == 200
    [network] = [each for each in desk.get("/api/marketing-networks.php").json["networks"] if each["shared_at"]]
    assert network["name"] == "northwind"
    with psycopg.connect(database.dsn) as connection:
        dump = str(
            [
                connection.execute("SELECT networks::text FROM networks").fetchall(),
                connection.execute("SELECT marketing_actions::text FROM marketing_actions").fetchall(),
            ]
        )
    assert first not in dump
    assert second not in dump

    assert desk.delete(DESK, {"name": "northwind"}).status_code == 200
    assert desk.delete(DESK, {"name": "northwind"}).status_code == 200
    assert opened(browser, second).status_code == 404
    done = [each["action"] for each in desk.get("/api/marketing-actions.php").json["actions"]]
    assert done[:3] == ["network.unshare", "network.share", "network.share"]


def test_no_other_key_site_or_role_opens_one(desk: Browser, browser: Browser, app: Flask, keys: KeyPair) -> None:
    key = made(desk)
    for wrong in ("", "x", key[:-1], "\u00e9" * 40):
        assert opened(browser, wrong).status_code in (404, 422)
    assert opened(browser, "x" * 101).status_code == 422
    assert opened(browser, key, first="2026-02-02", last="2026-02-01").status_code == 422
    assert opened(Browser(app, keys).at("iskra.localhost"), key).status_code == 404
    assert desk.post(DESK, {"name": "southwind"}).status_code == 404
    assert desk.delete(DESK, {"name": "southwind"}).status_code == 404
    member = Browser(app, keys).as_member(UUID(int=2))
    assert member.post(DESK, {"name": "northwind"}).status_code == 403
