import csv
import io
from typing import Any
from uuid import UUID, uuid4

import pytest
from billing.tests.makers import FakePartners, FakeProvider, a_charge, a_member, a_purchase, an_order
from billing.usecases.handle_webhook import handle_webhook
from billing.wiring import Wiring
from shared.kit.testing.web import Browser
from sqlalchemy import text


@pytest.fixture
def ann(wired: Wiring, browser: Browser, partners: FakePartners, provider: FakeProvider) -> UUID:
    """A member with a purchase, and messages to a visible and to a hidden member."""
    ann, bo, gone = a_member(wired), uuid4(), uuid4()
    partners.names[bo] = "Bo"
    a_purchase(wired, provider, ann)
    for partner in (bo, bo, gone, bo, gone):
        a_charge(wired, ann, partner_id=partner)
    browser.as_member(ann)
    return ann


def get(browser: Browser, **query: str) -> Any:
    return browser.get("/api/transactions.php", **query).json["transactions"]


def test_every_debit_has_partner_amount_and_time(browser: Browser, ann: UUID) -> None:
    listed = get(browser)

    assert [(each["kind"], each["credits"], each["free_messages"], each["balance_after"]) for each in listed] == [
        ("message", -2, 0, 22),
        ("message", -2, 0, 24),
        ("message", 0, -1, 26),
        ("message", 0, -1, 26),
        ("message", 0, -1, 26),
        ("purchase", 20, 0, 26),
        ("signup_gift", 6, 3, 6),
    ]
    assert [each["profile"] and each["profile"]["name"] for each in listed[:5]] == [None, "Bo", None, "Bo", "Bo"]
    assert all(each["profile_id"] for each in listed[:5])


def test_the_list_can_be_narrowed(browser: Browser, partners: FakePartners, ann: UUID) -> None:
    [bo] = partners.names

    assert len(get(browser, kind="message")) == 5
    assert len(get(browser, profile_id=str(bo))) == 3
    assert len(get(browser, kind="purchase", profile_id=str(bo))) == 0
    assert len(get(browser, since="2020-01-01", until="9999-12-31")) == 7
    assert len(get(browser, until="2020-01-01")) == 0
    assert browser.get("/api/spent.php", profile_id=str(bo)).json == {"credits": 2, "messages": 3}


@pytest.mark.parametrize("query", [{"kind": "gift"}, {"since": "yesterday"}, {"profile_id": "1"}, {"limit": "9"}])
def test_a_filter_nobody_has_is_refused(browser: Browser, ann: UUID, query: dict[str, str]) -> None:
    assert browser.get("/api/transactions.php", **query).status_code == 422
    assert browser.get("/api/transactions-file.php", **query).status_code == 422


def test_one_transaction_by_itself_and_only_ones_own(browser: Browser, ann: UUID) -> None:
    purchase = next(each for each in get(browser) if each["kind"] == "purchase")

    assert browser.get("/api/transaction.php", id=purchase["id"]).json["transaction"] == purchase
    assert browser.get("/api/transaction.php", id=purchase["payment_id"]).json["transaction"] == purchase
    browser.as_member(uuid4())
    theirs = browser.get("/api/transaction.php", id=purchase["id"])
    assert (theirs.status_code, theirs.json) == (404, browser.get("/api/transaction.php", id=str(uuid4())).json)


def test_the_file_has_the_rows_of_the_list(browser: Browser, partners: FakePartners, ann: UUID) -> None:
    [bo] = partners.names
    partners.names[bo] = '=HYPERLINK("https://evil.example")'
    answer = browser.get("/api/transactions-file.php")

    assert answer.headers["Content-Type"].startswith("text/csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="transactions.csv"'
    heading, *rows = csv.reader(io.StringIO(answer.get_data(as_text=True).lstrip("\ufeff")))
    assert heading == [
        "Date (UTC)",
        "Description",
        "To",
        "Credits",
        "Balance",
        "Amount",
        "Currency",
        "Payment method",
        "Discount",
        "Discount code",
    ]
    assert len(rows) == 7
    assert rows[1][2:] == ['\'=HYPERLINK("https://evil.example")', "-2", "24", "", "", "", "", ""]
    assert rows[5][1:] == ["Credits bought", "", "20", "26", "9.99", "EUR", "iDEAL", "", ""]
    assert len(browser.get("/api/transactions-file.php", kind="purchase").get_data(as_text=True).splitlines()) == 2


def test_the_file_is_for_spreadsheets_of_the_readers_locale(browser: Browser, ann: UUID) -> None:
    answer = browser.in_language("nl").get("/api/transactions-file.php", kind="purchase")

    assert answer.get_data(as_text=True).splitlines()[1].endswith(';20;26;9,99;"EUR";"iDEAL";"";""')


def test_a_purchase_says_what_was_paid_how_and_with_which_discount(
    browser: Browser, wired: Wiring, provider: FakeProvider, ann: UUID
) -> None:
    [purchase] = get(browser, kind="purchase")
    assert purchase["paid"] == {
        "amount": {"value": "9.99", "currency": "EUR"},
        "method": "ideal",
        "discount": None,
        "discount_code": None,
        "returned": None,
        "documents": [],
    }
    assert [each["paid"] for each in get(browser, kind="message")] == [None] * 5

    with wired.database.engine.begin() as connection:
        connection.execute(text("UPDATE payments SET normal_amount = 12.49, discount_code = 'SPRING', asked_at = NULL"))
    one = browser.get("/api/transaction.php", id=purchase["id"]).json["transaction"]
    assert (one["paid"]["discount"], one["paid"]["discount_code"]) == ({"value": "2.50", "currency": "EUR"}, "SPRING")
    file = browser.get("/api/transactions-file.php", kind="purchase").get_data(as_text=True)
    assert file.splitlines()[1].endswith(',9.99,"EUR","iDEAL",2.50,"SPRING"')

    [provider_id] = provider.reports
    provider.give_back(provider_id, is_charged_back=False)
    handle_webhook(wired.unit_of_work(), provider, provider_id)
    [reversal] = get(browser, kind="reversal")
    assert reversal["paid"]["returned"] == {"value": "9.99", "currency": "EUR"}


def test_the_first_purchase_is_distinguished_from_later_ones(
    browser: Browser, wired: Wiring, provider: FakeProvider, ann: UUID
) -> None:
    [first] = get(browser, kind="purchase")
    later, unpaid = a_purchase(wired, provider, ann), an_order(wired, provider, ann)

    payments = [first["payment_id"], later.id, unpaid.id]
    answers = [browser.get("/api/payment.php", id=str(each)).json["payment"]["first"] for each in payments]
    assert answers == [True, False, False]


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "x" * 65])
def test_a_zone_nobody_lives_in_is_refused(browser: Browser, ann: UUID, zone: str) -> None:
    assert browser.get("/api/transactions.php", time_zone=zone).status_code == 422
