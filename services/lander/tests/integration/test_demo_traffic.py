"""The report of a fresh demonstration has a month of figures, and a month before it to compare with."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
from lander.storage.seed import seed
from lander.tests.purchases import NOW
from shared.kit.db import Database
from shared.kit.testing.web import Browser

ANN = UUID(int=1)


def test_both_months_have_traffic_and_nothing_to_compare_with_the_ledger(browser: Browser, database: Database) -> None:
    url = database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(url) as connection:
        seed(connection, "pairwise", ANN, NOW)
    desk = browser.as_member(ANN, marketer=True)

    def total(first_age: int, last_age: int) -> Any:
        first, last = (str(NOW.date() - timedelta(days=age)) for age in (first_age, last_age))
        report = desk.get("/api/marketing-report.php", first=first, last=last, by="network").json
        assert {row["key"][0] for row in report["rows"]} == {"northwind", "fjord", ""}
        return report["total"]

    now, before = total(30, 1), total(60, 31)
    assert now["views"] > before["views"] > now["sign_ups"] > now["confirmed"] > 0
    assert {money["gross"] for money in now["revenue"]} == {0}
