"""The report's money is billing's, to the cent and by currency, after random purchases and all that becomes of them,
while the lander's processes are killed and NATS loses its store. REVENUE_PURCHASES=300 makes the few of the suite many.
"""

import os
import random
import shutil
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import httpx
import psycopg
import pytest
from billing import chargebacks
from billing.settings import BillingSettings
from billing.wiring import wire
from lander.domain.report import Dimension, ReportQuery
from lander.storage import LanderUnit
from lander.usecases.make_report import make_report
from runner.paths import ROOT
from runner.within import variables
from shared.kit.db import Database

from tests.member import LONGEST_WAIT, Member, until
from tests.product import Product

PURCHASES = int(os.environ.get("REVENUE_PURCHASES", "24"))
CURRENCIES = {"NL": "EUR", "PL": "PLN", "GB": "GBP"}
MEMBERS_A_COUNTRY = 2
ENDS = ("kept", "kept", "withdrawn", "refunded", "charged_back", "won")
A_DAY = timedelta(days=1)
# Billing's own sums; the VAT inside a sum is rounded half up for each payment.
SUMS = """
    SELECT currency, count(*)::int, sum(amount * 100)::bigint,
        sum(round(amount * 100 * vat_rate / (10000 + vat_rate)))::bigint,
        sum((coalesce(normal_amount, amount) - amount) * 100)::bigint, sum(returned_minor)::bigint,
        sum(round(returned_minor::numeric * vat_rate / (10000 + vat_rate)))::bigint
    FROM payments WHERE status = 'completed' AND member_id = ANY(%s::uuid[]) GROUP BY 1
"""
Sums = dict[str, tuple[int, ...]]


@dataclass
class Purchase:
    member: Member
    payment: dict[str, Any]
    end: str

    @property
    def id(self) -> str:
        return str(self.payment["payment_id"])

    def press(self, status: str) -> None:
        """Press a button of the provider's page."""
        url, pressed = self.payment["checkout_url"], {"status": status}
        answer = httpx.post(url, data=pressed, follow_redirects=False, timeout=LONGEST_WAIT)
        assert answer.status_code == 303, answer.text


def ask(product: Product, query: str, *values: object) -> list[tuple[Any, ...]]:
    with psycopg.connect(product.instance.database_url("billing")) as connection:
        return connection.execute(query.encode(), values).fetchall()


@pytest.fixture
def page() -> str:
    """The landing page of this test's members alone."""
    return f"revenue-{uuid4().hex[:8]}"


@pytest.fixture
def buyers(product: Product, page: str) -> Iterator[list[Member]]:
    members = []
    for country in CURRENCIES:
        for _ in range(MEMBERS_A_COUNTRY):
            member = Member(product.base_url)
            member.get("settings", geoip_country=country)
            members.append(member.sign_up("Ann", arrival={"page": page}).confirm())
    yield members
    for member in members:
        member.http.close()


@pytest.fixture
def codes(product: Product) -> list[str]:
    """Discount codes of different percentages, which make sums with cents."""
    made = {f"R{uuid4().hex[:8]}".upper(): percentage for percentage in (7, 33, 50)}
    with psycopg.connect(product.instance.superuser_url, dbname="billing", autocommit=True) as connection:
        for code, percentage in made.items():
            connection.execute("INSERT INTO discount_codes (code, percentage) VALUES (%s, %s)", [code, percentage])
    return list(made)


def kill(product: Product, *names: str) -> None:
    """supervisord starts them again."""
    # One process may stand for several names.
    for pid in {product.pid(name) for name in names}:
        os.kill(pid, signal.SIGKILL)


def lose_streams(product: Product) -> None:
    """Take the folder away as a whole: it is still being written to."""
    shutil.rmtree((product.home / "data" / "nats").rename(product.home / "data" / f"gone-{uuid4().hex}"))


def buy(buyers: list[Member], codes: list[str], chance: random.Random) -> Purchase:
    member, package = chance.choice(buyers), chance.choice(["p0", "p1"])
    order = {"id": str(uuid4()), "package_id": package, "method": "paypal", "immediate_delivery": True}
    code = chance.choice([None, *codes])
    answer = member.http.post("/api/order.php", json=order | ({"discount_code": code} if code else {}))
    if not answer.is_success:  # this member has used the code
        assert answer.json()["error"]["code"].startswith("discount_"), answer.text
        answer = member.http.post("/api/order.php", json=order | {"id": str(uuid4())})
    assert answer.is_success, answer.text
    bought = Purchase(member, answer.json()["payment"], chance.choice(ENDS))
    bought.press("paid")
    return bought


def reverse(purchase: Purchase) -> None:
    match purchase.end:
        case "withdrawn":
            body = {"id": str(uuid4()), "payment_id": purchase.id}
            # Credits that an earlier return has taken leave nothing to withdraw.
            assert purchase.member.http.post("/api/withdrawal.php", json=body).status_code in (201, 409, 422)
        case "refunded":
            purchase.press("refunded")
        case "charged_back" | "won":
            purchase.press("charged_back")


def win(product: Product, purchases: list[Purchase]) -> None:
    """Win chargebacks, and record it as `scripts/pairwise money chargeback won` does."""
    with patch.dict(os.environ, variables(product.instance, "billing")):
        wired = wire(BillingSettings.from_environment())
    for purchase in purchases:
        purchase.press("won_back")
        assert chargebacks.main(["won", purchase.id, "--by", "Ann", "--why", "case 7"], wired) == 0


def sums_of_billing(product: Product, buyers: list[Member]) -> Sums:
    return {row[0]: tuple(row[1:]) for row in ask(product, SUMS, [member.id for member in buyers])}


def sums_of_report(product: Product, page: str) -> Sums:
    today = datetime.now(UTC).date()
    query = ReportQuery("pairwise", today - A_DAY, today + A_DAY, only={Dimension.PAGE: page})
    database = Database(product.instance.database_url("lander"), pool_size=1)
    money = make_report(LanderUnit(database), query).total.revenue
    database.engine.dispose()
    for each in money.values():
        assert each.net == each.gross - each.vat - sum(each.reversed.values()) + each.reversed_vat
    return {
        currency: (each.purchases, each.gross, each.vat, each.discount, sum(each.reversed.values()), each.reversed_vat)
        for currency, each in money.items()
    }


def audit(product: Product, first: datetime) -> str:
    """`scripts/pairwise growth audit` of all days since then, today included."""
    days = [first.date().isoformat(), (datetime.now(UTC).date() + A_DAY).isoformat()]
    environment = {**os.environ, "PAIRWISE_HOME": str(product.home)}
    command = [str(ROOT / "scripts" / "pairwise"), "growth", "audit", *days]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout.strip()


def test_net_revenue_is_the_ledgers(product: Product, buyers: list[Member], codes: list[str], page: str) -> None:
    chance, started = random.Random(15), datetime.now(UTC)  # noqa: S311 - a series that can be repeated
    ids = [member.id for member in buyers]
    paid_for = "SELECT count(*)::int FROM payments WHERE status = 'completed' AND member_id = ANY(%s::uuid[])"

    purchases = []
    for number in range(PURCHASES):
        purchases.append(buy(buyers, codes, chance))
        if number == PURCHASES // 3:
            kill(product, "lander-worker")
        if number == PURCHASES * 2 // 3:
            lose_streams(product)
    until(lambda: ask(product, paid_for, ids) == [(PURCHASES,)], 180)
    kill(product, "lander-web", "lander-worker")
    # Billing has returned each order whose discount a later order of the same member took over.
    gone = {str(row[0]) for row in ask(product, "SELECT id FROM payments WHERE returned_minor > 0")}
    purchases = [each for each in purchases if each.id not in gone]
    for purchase in purchases:
        reverse(purchase)
    charged_back = [each for each in purchases if each.end in ("charged_back", "won")]
    returned = "SELECT count(*)::int FROM payments WHERE returned_minor > 0 AND id = ANY(%s::uuid[])"
    until(lambda: ask(product, returned, [each.id for each in charged_back]) == [(len(charged_back),)], 180)
    kill(product, "lander-worker")
    lose_streams(product)
    win(product, [each for each in charged_back if each.end == "won"])

    until(lambda: sums_of_report(product, page) == sums_of_billing(product, buyers), 180)
    found = sums_of_report(product, page)
    assert sum(each[0] for each in found.values()) == PURCHASES
    assert found.keys() == set(CURRENCIES.values())
    until(lambda: audit(product, started) == '{"differences": 0, "days": []}')
