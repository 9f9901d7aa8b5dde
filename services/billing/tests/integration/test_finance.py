"""The desk of finance: invoices, payouts and exports of the company of one's own brand, and of no other."""

import sys
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from billing.domain.invoice import series_of
from billing.domain.payout import FindingKind, LineKind, PayoutLine
from billing.tests.makers import FakeProvider, a_member, a_purchase, eur
from billing.usecases.issue_invoices import issue_invoices
from billing.usecases.reconcile_payouts import reconcile_payouts
from billing.wiring import Wiring
from shared.kit.testing.web import Browser
from sqlalchemy import text

pytestmark = pytest.mark.usefixtures("database")
TODAY = {"since": f"{date.today() - timedelta(days=1):%Y-%m-%d}", "until": f"{date.today():%Y-%m-%d}"}
INVOICES, PAYOUTS = "/api/finance-invoices.php", "/api/finance-payouts.php"
FILE, PDF = "/api/finance-file.php", "/api/finance-invoice.php"


@pytest.fixture
def finance(browser: Browser) -> Browser:
    return browser.as_member(uuid4(), finance=True)


def purchases(wired: Wiring, provider: FakeProvider, count: int = 1) -> list[str]:
    made = [a_purchase(wired, provider, a_member(wired)) for _ in range(count)]
    issue_invoices(wired.unit_of_work, wired.sites)
    provider.pay_out("stl_1", [_line(str(each.provider_id)) for each in made], more=5)
    reconcile_payouts(wired.unit_of_work, provider, wired.sites)
    return [str(each.id) for each in made]


def _line(provider_id: str) -> PayoutLine:
    return PayoutLine(provider_id, LineKind.PAYMENT, eur(999), eur(999), eur(43), provider_id=provider_id)


def test_invoices_are_listed_by_page_and_by_payment(
    wired: Wiring, provider: FakeProvider, finance: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["billing.web.finance"], "SHOWN", 2)
    paid = purchases(wired, provider, 3)

    first = finance.get(INVOICES, **TODAY).json
    second = finance.get(INVOICES, **TODAY, below=first["invoices"][-1]["number"]).json

    numbers = [each["number"] for page in (first, second) for each in page["invoices"]]
    assert numbers == sorted(numbers, reverse=True)
    assert (len(numbers), first["has_more"], second["has_more"]) == (3, True, False)
    [one] = finance.get(INVOICES, since="2020-01-01", until="2020-01-01", payment=paid[0]).json["invoices"]
    assert (one["payment"], one["amount"]) == (paid[0], {"value": "9.99", "currency": "EUR"})
    assert finance.get(PDF, number=one["number"]).data.startswith(b"%PDF")


def test_payouts_are_shown_with_their_differences(wired: Wiring, provider: FakeProvider, finance: Browser) -> None:
    purchases(wired, provider)

    [payout] = finance.get(PAYOUTS, **TODAY).json["payouts"]

    assert (payout["gross"]["value"], payout["fees"]["value"]) == ("9.99", "0.43")
    assert (payout["amount"]["value"], payout["difference"]["value"]) == ("9.61", "0.05")
    assert [each["what"] for each in payout["findings"]] == [FindingKind.NOT_ADDED_UP]


@pytest.mark.parametrize("kind", ["invoices", "vat", "payouts", "datev"])
def test_the_days_are_exported(wired: Wiring, provider: FakeProvider, finance: Browser, kind: str) -> None:
    purchases(wired, provider)
    answer = finance.get(FILE, **TODAY, kind=kind)
    assert answer.status_code == 200
    assert len(answer.data.splitlines()) > 1
    assert "attachment" in answer.headers["Content-Disposition"]


def test_another_company_sees_nothing_of_it(wired: Wiring, provider: FakeProvider, browser: Browser) -> None:
    purchases(wired, provider)
    number = browser.as_member(uuid4(), finance=True).get(INVOICES, **TODAY).json["invoices"][0]["number"]
    with wired.database.engine.begin() as connection:
        connection.execute(text("UPDATE payouts SET company = 'XX-1'"))
    other = wired.sites.get("iskra")
    assert series_of(other.company) != series_of(wired.sites.get("pairwise").company)
    stranger = browser.at("iskra.localhost").as_member(uuid4(), finance=True)

    assert stranger.get(INVOICES, **TODAY).json["invoices"] == []
    assert stranger.get(PAYOUTS, **TODAY).json["payouts"] == []
    assert stranger.get(PDF, number=number).status_code == 404
    assert len(stranger.get(FILE, **TODAY, kind="invoices").data.splitlines()) == 1


@pytest.mark.parametrize("path", [INVOICES, PAYOUTS, FILE, PDF])
def test_others_are_refused(browser: Browser, path: str) -> None:
    assert browser.as_visitor().get(path, **TODAY).json["error"]["code"] == "authentication_required"
    others: list[dict[str, Any]] = [{}, {"support": True}, {"staff": True}, {"marketer": True}]
    for roles in others:
        assert browser.as_member(uuid4(), **roles).get(path, **TODAY).json["error"]["code"] == "forbidden"


@pytest.mark.parametrize(
    "query",
    [
        {"since": "2026-01-02", "until": "2026-01-01"},
        {"since": "2024-01-01", "until": "2026-01-01"},
        {"since": "yesterday", "until": "2026-01-01"},
        {"since": "2026-01-01", "until": "2026-01-01", "payment": "x"},
        {"since": "2026-01-01", "until": "2026-01-01", "below": "0"},
    ],
)
def test_a_query_that_makes_no_sense_is_refused(finance: Browser, query: dict[str, str]) -> None:
    assert finance.get(INVOICES, **query).status_code == 422
