"""Networks and costs at the marketing desk: recorded, refused, and never another brand's."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from lander.domain.marketing_action import Marketer
from lander.domain.report import Payout
from lander.tests.consuming import consume
from lander.tests.purchases import NOW, Buyer
from lander.usecases.change_network import add_network, pay_network
from lander.usecases.settle_bursts import settle_bursts
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import text

ANN = UUID(int=1)
PATH, COSTS = "/api/marketing-networks.php", "/api/marketing-costs.php"
PAID = {"name": "northwind", "goal": "lead", "minor": 250, "currency": "EUR"}


@pytest.fixture
def desk(browser: Browser) -> Browser:
    browser.as_member(ANN, marketer=True)
    assert browser.post(PATH, {"name": "northwind"}).status_code == 201
    return browser


def actions(browser: Browser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = browser.get("/api/marketing-actions.php").json["actions"]
    return found


def test_a_network_is_added_paid_and_recorded(desk: Browser) -> None:
    assert desk.put(PATH, PAID).status_code == 200
    assert desk.put(PATH, {"name": "northwind", "goal": "share", "share": 3000}).status_code == 200
    assert desk.put(PATH, {"name": "northwind", "goal": "share", "share": 3000}).status_code == 200

    [network] = desk.get(PATH).json["networks"]
    assert (network["goal"], network["share"], network["minor"]) == ("share", 3000, 0)
    share, paid, _added = actions(desk)
    assert (share["before"]["minor"], share["after"]["share"]) == (250, 3000)
    assert (paid["action"], paid["before"]) == ("network.pay", {"goal": ""})


def test_a_cost_is_corrected_and_recorded(desk: Browser) -> None:
    cost = {"network": "northwind", "day": "2026-01-31", "minor": 12000, "currency": "EUR"}
    assert desk.put(COSTS, cost).status_code == 200
    assert desk.put(COSTS, cost | {"minor": 11000}).status_code == 200

    assert desk.get(COSTS).json["costs"] == [cost | {"minor": 11000}]
    corrected = actions(desk)[0]
    assert (corrected["subject"], corrected["before"], corrected["after"]) == (
        "northwind 2026-01-31 EUR",
        {"minor": 12000},
        {"minor": 11000},
    )


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", PATH, {"name": "northwind"}, 409),
        ("POST", PATH, {"name": "a b"}, 422),
        ("POST", PATH, {"name": "a/../b"}, 422),
        ("POST", PATH, {"name": ""}, 422),
        ("POST", PATH, {"name": "x" * 33}, 422),
        ("PUT", PATH, PAID | {"name": "unknown"}, 404),
        ("PUT", PATH, PAID | {"minor": -1}, 422),
        ("PUT", PATH, PAID | {"minor": 0}, 422),
        ("PUT", PATH, PAID | {"minor": 10**15}, 422),
        ("PUT", PATH, PAID | {"currency": "eur"}, 422),
        ("PUT", PATH, PAID | {"currency": "ERU"}, 422),
        ("PUT", COSTS, {"network": "northwind", "day": "2026-01-31", "minor": 1, "currency": "ERU"}, 422),
        ("PUT", PATH, PAID | {"share": 5}, 422),
        ("PUT", PATH, PAID | {"goal": "rebill"}, 422),
        ("PUT", PATH, {"name": "northwind", "goal": "share", "share": 10_001}, 422),
        ("PUT", PATH, {"name": "northwind", "goal": "", "minor": 5}, 422),
        ("PUT", COSTS, {"network": "unknown", "day": "2026-01-31", "minor": 1, "currency": "EUR"}, 404),
        ("PUT", COSTS, {"network": "northwind", "day": "2026-02-31", "minor": 1, "currency": "EUR"}, 422),
    ],
)
def test_what_makes_no_sense_is_refused_and_not_recorded(
    desk: Browser, method: str, path: str, body: dict[str, Any], status: int
) -> None:
    assert desk.send(method, path, body).status_code == status
    assert len(actions(desk)) == 1


def test_another_brand_has_networks_of_its_own(desk: Browser) -> None:
    there = desk.at("iskra.localhost").as_member(ANN, marketer=True)
    assert there.get(PATH).json["networks"] == []
    assert there.put(PATH, PAID).status_code == 404
    assert there.post(PATH, {"name": "northwind"}).status_code == 201


def test_of_two_marketers_who_change_a_payout_at_once_the_log_has_an_unbroken_chain(
    wired: Wiring, database: Database
) -> None:
    marketer = Marketer(ANN, "pairwise")
    add_network(wired.unit_of_work(), marketer, "northwind")

    def pay(minor: int) -> None:
        pay_network(wired.unit_of_work(), marketer, "northwind", Payout("lead", minor, "EUR"))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(pay, range(1, 17)))
    with wired.unit_of_work().reading() as uow:
        newest_first = [each.action for each in uow.actions.newest("pairwise", None, 50)]
    changes = [each for each in reversed(newest_first) if each.action == "network.pay"]
    assert len(changes) == 16
    assert [each.before for each in changes[1:]] == [each.after for each in changes[:-1]]


def test_an_unknown_network_is_shown_and_adopted_with_its_past(
    browser: Browser, wired: Wiring, database: Database
) -> None:
    came = [Buyer("video", name, age_days=2) for name in ("northwind",) * 24 + ("a-click-id", "a-click-id")]
    for each in came:
        consume(wired, each.signs_up(sub1="click"))
    for each in came[:6]:
        consume(wired, each.confirms())
    desk = browser.as_member(ANN, marketer=True)
    [unknown] = desk.get(PATH).json["unknown"]
    assert (unknown["name"], unknown["sign_ups"]) == ("northwind", 24)
    assert desk.as_member(ANN, marketer=True, site="iskra").at("iskra.localhost").get(PATH).json["unknown"] == []

    desk = browser.as_member(ANN, marketer=True, site="pairwise").at("localhost")
    assert desk.post(PATH, {"name": "northwind"}).status_code == 201

    assert desk.get(PATH).json["unknown"] == []
    with database.engine.connect() as connection:
        hours = connection.execute(text("SELECT sign_ups, confirmed FROM sign_up_hours WHERE network = 'northwind'"))
        assert hours.all() == [(24, 6)]
    settle_bursts(wired.unit_of_work)
    assert desk.put(PATH, PAID).status_code == 200
    first = (NOW - timedelta(days=3)).date().isoformat()
    report = desk.get("/api/marketing-report.php", first=first, last=NOW.date().isoformat(), by="network").json
    [row] = [each for each in report["rows"] if each["key"] == ["northwind"]]
    assert (row["sign_ups"], row["suspect_sign_ups"], row["confirmed"]) == (24, 0, 6)


def test_costs_of_a_file_are_entered_once_and_corrected(desk: Browser) -> None:
    desk.post(PATH, {"name": "fjord"})
    head = "network;day;cost;currency\n"
    rows = ["northwind;2026-01-31;120,00;EUR\n", "fjord;2026-01-31;80;PLN\n"]
    before = len(actions(desk))

    assert desk.post(COSTS, {"csv": head + "".join(rows)}).json == {"changed": 2, "unchanged": 0, "problems": []}
    assert desk.post(COSTS, {"csv": head + "".join(reversed(rows))}).json["unchanged"] == 2
    assert len(actions(desk)) == before + 2
    corrected = desk.post(COSTS, {"csv": head + rows[0].replace("120,00", "110,50") + rows[1]}).json
    assert (corrected["changed"], corrected["unchanged"]) == (1, 1)
    assert [(cost["network"], cost["minor"]) for cost in desk.get(COSTS).json["costs"]] == [
        ("fjord", 8000),
        ("northwind", 11050),
    ]
    assert (actions(desk)[0]["before"], actions(desk)[0]["after"]) == ({"minor": 12000}, {"minor": 11050})


def test_a_file_with_a_bad_line_changes_nothing(desk: Browser) -> None:
    csv = "network,day,cost,currency\nnorthwind,2026-01-31,1,EUR\nsouthwind,2026-01-31,1,EUR\nnorthwind,x,1,EUR\n"
    assert desk.post(COSTS, {"csv": csv}).json == {
        "changed": 0,
        "unchanged": 0,
        "problems": [{"line": 3, "problem": "network"}, {"line": 4, "problem": "day"}],
    }
    assert desk.get(COSTS).json["costs"] == []


def test_two_imports_of_other_orders_at_once_end(app: Flask, keys: KeyPair, desk: Browser) -> None:
    desk.post(PATH, {"name": "fjord"})
    rows = [f"{name},2026-01-{day:02},{day},EUR\n" for name in ("northwind", "fjord") for day in range(1, 21)]
    files = ["network,day,cost,currency\n" + "".join(order) for order in (rows, rows[::-1])] * 3

    def import_file(csv: str) -> int:
        mine = Browser(app, keys).as_member(ANN, marketer=True)
        return int(mine.post(COSTS, {"csv": csv}).json["changed"])

    assert sum(at_once(*(partial(import_file, csv) for csv in files))) == len(rows)
