"""A program enters costs by a key that a marketer makes and revokes, and the key opens nothing else."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flask import Flask
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import event

ANN = UUID(int=1)
KEY, SEND, COSTS = "/api/marketing-cost-key.php", "/api/costs.php", "/api/marketing-costs.php"
HEAD = "network,day,cost,currency\n"


@pytest.fixture
def desk(app: Flask, keys: KeyPair) -> Browser:
    desk = Browser(app, keys).as_member(ANN, marketer=True)
    desk.post("/api/marketing-networks.php", {"name": "northwind"})
    return desk


@pytest.fixture
def statements(wired: Wiring) -> Iterator[list[str]]:
    """The statements of the test so far."""
    seen: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        seen.append(statement)

    event.listen(wired.database.engine, "before_cursor_execute", note)
    yield seen
    event.remove(wired.database.engine, "before_cursor_execute", note)


def sent(browser: Browser, key: str, lines: str = "northwind,2026-01-31,120.5,EUR\n") -> Any:
    # As a program sends it: without the header of our pages.
    return browser.send("POST", SEND, {"key": key, "csv": HEAD + lines}, {"X-Request-Type": ""})


def test_a_program_enters_costs_by_its_key(desk: Browser, browser: Browser, database: Database) -> None:
    assert desk.get(KEY).json == {"made_at": None}
    key = desk.post(KEY, {}).json["key"]
    assert desk.get(KEY).json["made_at"]

    assert sent(browser, key).json == {"changed": 1, "unchanged": 0, "problems": []}
    assert sent(browser, key).json == {"changed": 0, "unchanged": 1, "problems": []}
    assert sent(browser, key, "unknown,2026-01-31,1,EUR\n").json["problems"] == [{"line": 2, "problem": "network"}]

    assert [cost["minor"] for cost in desk.get(COSTS).json["costs"]] == [12050]
    entered = desk.get("/api/marketing-actions.php").json["actions"][0]
    assert (entered["action"], entered["actor_id"]) == ("cost.enter", str(ANN))
    assert entered["after"] == {"minor": 12050, "through": "key"}
    with psycopg.connect(database.dsn) as connection:
        stored = str(connection.execute("SELECT * FROM cost_keys, marketing_actions").fetchall())
    assert key not in stored


def test_a_key_ends_with_the_next_one_and_when_it_is_revoked(desk: Browser, browser: Browser) -> None:
    first, second = (desk.post(KEY, {}).json["key"] for _ in range(2))
    assert (sent(browser, first).status_code, sent(browser, second).status_code) == (404, 200)
    assert desk.delete(KEY, {}).status_code == 200
    assert desk.delete(KEY, {}).status_code == 200
    assert (sent(browser, second).status_code, sent(browser, "").status_code) == (404, 404)
    actions = [each["action"] for each in desk.get("/api/marketing-actions.php").json["actions"]]
    assert actions[:4] == ["cost.unkey", "cost.enter", "cost.key", "cost.key"]


def test_a_key_is_that_of_one_site_and_no_session(desk: Browser, browser: Browser) -> None:
    key = desk.post(KEY, {}).json["key"]
    assert sent(browser.at("iskra.localhost"), key).status_code == 404
    assert browser.at("localhost").get(COSTS, key=key).status_code in (401, 403, 422)


def test_a_large_file_is_few_statements(desk: Browser, statements: list[str]) -> None:
    days = [f"2025-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29)]
    lines = [f"northwind,{day},{cost}.25,{currency}" for day in days for cost, currency in ((1, "EUR"), (2, "USD"))]
    body = {"csv": HEAD + "\n".join(lines)}
    statements.clear()

    assert desk.post(COSTS, body).json["changed"] == len(lines) == 672
    assert len(statements) < 12
    corrected = {"csv": body["csv"].replace("northwind,2025-01-01,1.25", "northwind,2025-01-01,9.25")}
    assert desk.post(COSTS, corrected).json == {"changed": 1, "unchanged": 671, "problems": []}
    newest = desk.get("/api/marketing-actions.php").json["actions"][0]
    assert (newest["before"], newest["after"]) == ({"minor": 125}, {"minor": 925})
