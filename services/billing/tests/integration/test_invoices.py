"""Invoices: numbers without gaps under races and rollbacks, credit notes for whatever goes back, and the exports."""

import csv
import io
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from uuid import UUID, uuid4

import pytest
from billing import invoices
from billing.tests.invoices import issue, issued
from billing.tests.makers import FakeProvider, a_member, a_purchase, an_order, eur, nothing_is_off
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.issue_invoices import issue_invoices
from billing.usecases.restore_purchase import restore_purchase
from billing.usecases.withdraw import withdraw
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import InvoiceIssued
from shared.kit.core import faults
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from sqlalchemy import text
from sqlalchemy.exc import ProgrammingError

pytestmark = pytest.mark.usefixtures("database")


def report(wired: Wiring, database: Database, provider: FakeProvider, provider_id: str) -> None:
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE payments SET asked_at = NULL"))
    handle_webhook(wired.unit_of_work(), provider, provider_id)


def test_racing_purchases_have_consecutive_numbers(wired: Wiring, provider: FakeProvider) -> None:
    orders = [an_order(wired, provider, a_member(wired)) for _ in range(20)]
    for order in orders:
        provider.pay(str(order.provider_id))

    def pay_and_issue(provider_id: str) -> None:
        handle_webhook(wired.unit_of_work(), provider, provider_id)
        issue_invoices(wired.unit_of_work, wired.sites)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(pay_and_issue, [str(order.provider_id) for order in orders]))
    issue(wired)

    found = issued(wired)
    assert [each.number for each in found] == list(range(1, 21))
    told = announced(wired.database, InvoiceIssued)
    assert sorted((event.number, event.payment_id) for event in told) == [
        (each.number, str(each.payment_id)) for each in found
    ]
    assert {each.payment_id for each in found} == {order.id for order in orders}
    assert len({each.company for each in found}) == 1


def test_a_rolled_back_document_leaves_no_gap(wired: Wiring, provider: FakeProvider) -> None:
    first = a_purchase(wired, provider, a_member(wired))
    issue(wired)
    company = wired.sites.get(first.site).company
    with wired.unit_of_work() as uow:
        assert uow.invoices.add(first, company, first.amount, first.vat).number == 2

    second = a_purchase(wired, provider, a_member(wired))
    issue(wired)

    assert [(each.number, each.payment_id) for each in issued(wired)] == [(1, first.id), (2, second.id)]


def test_a_crash_before_the_commit_leaves_no_gap(wired: Wiring, provider: FakeProvider) -> None:
    payments = [a_purchase(wired, provider, a_member(wired)) for _ in range(2)]
    for _ in range(3):
        with faults.raising("billing.invoice.before_commit"), pytest.raises(faults.Fault):
            issue(wired)
    issue(wired)

    assert [(each.number, each.payment_id) for each in issued(wired)] == [(1, payments[0].id), (2, payments[1].id)]


def test_no_event_names_a_member_who_was_erased_before(
    wired: Wiring, provider: FakeProvider, database: Database
) -> None:
    purchase = a_purchase(wired, provider, a_member(wired))
    with database.engine.begin() as connection:
        connection.execute(text("INSERT INTO kit.erased (member_id) VALUES (:id)"), {"id": purchase.member_id})
    issue(wired)

    assert [each.payment_id for each in issued(wired)] == [purchase.id]
    assert announced(wired.database, InvoiceIssued) == []


def test_an_invoice_names_seller_country_and_vat(wired: Wiring, provider: FakeProvider) -> None:
    payment = a_purchase(wired, provider, a_member(wired))
    issue(wired)

    [invoice] = issued(wired)
    company = wired.sites.get(payment.site).company
    assert (invoice.seller["name"], invoice.seller["vat_numbers"]) == (company.name, company.vat_numbers)
    assert (invoice.country, invoice.vat_rate, invoice.corrects) == ("NL", 2100, None)
    assert (invoice.amount, invoice.vat, invoice.net) == (eur(999), eur(173), eur(826))


def test_what_goes_back_has_a_credit_note_and_what_is_won_an_invoice(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    provider_id = str(payment.provider_id)
    issue(wired)
    for returned, charged_back in ((eur(100), False), (eur(999), True)):
        provider.change(provider_id, returned=returned, is_charged_back=charged_back)
        report(wired, database, provider, provider_id)
        issue(wired)
    provider.change(provider_id, returned=eur(100), is_charged_back=False)
    restore_purchase(wired.unit_of_work(), provider, payment.id, by="ann", why="won")
    issue(wired)
    issue(wired)

    found = issued(wired)
    assert [each.amount.minor for each in found] == [999, -100, -899, 899]
    assert [each.corrects for each in found] == [None, 1, 1, 1]
    assert sum(each.vat.minor for each in found) == 173 - 17
    assert nothing_is_off(wired)


def test_a_purchase_that_went_back_before_its_invoice_has_both(wired: Wiring, provider: FakeProvider) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    withdraw(wired.unit_of_work(), wired.sites.get(payment.site), ann, uuid4(), payment.id)
    issue(wired)

    assert [(each.amount.minor, each.corrects) for each in issued(wired)] == [(999, None), (-999, 1)]


def test_documents_are_never_changed(wired: Wiring, database: Database, provider: FakeProvider) -> None:
    a_purchase(wired, provider, a_member(wired))
    issue(wired)

    for change in ("UPDATE invoices SET minor = 1", "DELETE FROM invoices", "DELETE FROM invoice_series"):
        with pytest.raises(ProgrammingError), database.engine.begin() as connection:
            connection.execute(text(change))


def test_payments_of_before_have_no_invoice(wired: Wiring, database: Database, provider: FakeProvider) -> None:
    a_purchase(wired, provider, a_member(wired))
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE payments SET invoiced_minor = NULL"))
    issue(wired)

    assert issued(wired) == []


def exported(wired: Wiring, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, str]]:
    capsys.readouterr()
    assert invoices.main(arguments, wired) == 0
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


def test_the_exports_add_up(
    wired: Wiring, database: Database, provider: FakeProvider, capsys: pytest.CaptureFixture[str]
) -> None:
    payments = [a_purchase(wired, provider, a_member(wired)) for _ in range(3)]
    with database.engine.begin() as connection:
        connection.execute(
            text("UPDATE payments SET country = 'DE', vat_rate = 1900 WHERE id = :id"), {"id": payments[1].id}
        )
        connection.execute(
            text("UPDATE payments SET country = 'CH', vat_rate = 810 WHERE id = :id"), {"id": payments[2].id}
        )
    provider.change(str(payments[0].provider_id), returned=eur(999))
    report(wired, database, provider, str(payments[0].provider_id))
    today = date.today()

    listed = exported(wired, capsys, "list", "--from", f"{today}", "--until", f"{today}")
    vat = exported(wired, capsys, "vat", "--quarter", f"{today.year}Q{(today.month + 2) // 3}")

    assert [(row["number"], row["kind"], row["gross"]) for row in listed] == [
        ("1", "invoice", "9.99"), ("2", "credit note", "-9.99"), ("3", "invoice", "9.99"), ("4", "invoice", "9.99")
    ]  # fmt: skip
    assert UUID(listed[0]["payment_id"]) == payments[0].id
    assert [(row["country"], row["vat_percentage"], row["vat"]) for row in vat] == [
        ("DE", "19.00", "1.60"), ("NL", "21.00", "0.00")
    ]  # fmt: skip


def test_the_posting_batch_is_read_back(
    wired: Wiring, database: Database, provider: FakeProvider, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    payments = [a_purchase(wired, provider, a_member(wired)) for _ in range(3)]
    with database.engine.begin() as connection:
        for country, payment in (("FR", payments[1]), ("CH", payments[2])):
            query = text("UPDATE payments SET country = :country WHERE id = :id")
            connection.execute(query, {"country": country, "id": payment.id})
    provider.change(str(payments[0].provider_id), returned=eur(999))
    report(wired, database, provider, str(payments[0].provider_id))
    today = f"{date.today()}"

    company = wired.sites.get(payments[0].site).company
    number = f"{company.country}-{company.kvk}"
    capfdbinary.readouterr()
    assert invoices.main(["datev", "--company", number, "--from", today, "--until", today], wired) == 0
    written = capfdbinary.readouterr().out

    header, columns, *rows = csv.reader(io.StringIO(written.decode("cp1252"), newline=""), delimiter=";")
    postings = [dict(zip(columns, row, strict=True)) for row in rows]
    assert header[:5] == ["EXTF", "700", "21", "Buchungsstapel", "13"]
    assert (header[10:14], header[26]) == (["1001", "1", f"{date.today().year}0101", "4"], "03")
    assert (len(header), len(columns), len(set(columns))) == (31, 125, 125)
    shown = ("Umsatz (ohne Soll/Haben-Kz)", "Soll/Haben-Kennzeichen", "Konto", "Gegenkonto (ohne BU-Schlüssel)")
    assert [tuple(posting[column] for column in (*shown, "Belegfeld 1")) for posting in postings] == [
        ("9,99", "S", "10000", "8400", "1"),
        ("9,99", "H", "10000", "8400", "2"),
        ("9,99", "S", "10000", "8331", "3"),
        ("9,99", "S", "10000", "8338", "4"),
    ]
    assert (postings[2]["EU-Land u. UStID (Bestimmung)"], postings[2]["EU-Steuersatz (Bestimmung)"]) == ("FR", "21,00")
    assert {posting["Belegdatum"] for posting in postings} == {f"{date.today():%d%m}"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--company", "XX-1", "--from", "2026-01-01", "--until", "2026-01-31"],
        ["--company", "NL-00000000", "--from", "2026-12-01", "--until", "2027-01-31"],
    ],
)
def test_a_batch_of_no_company_or_of_two_years_is_refused(wired: Wiring, arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match=r"no site|2"):
        invoices.main(["datev", *arguments], wired)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2026Q1", (date(2026, 1, 1), date(2026, 3, 31))),
        ("2026Q3", (date(2026, 7, 1), date(2026, 9, 30))),
        ("2026Q4", (date(2026, 10, 1), date(2026, 12, 31))),
    ],
)
def test_a_quarter_is_three_months(text: str, days: tuple[date, date]) -> None:
    assert invoices.quarter(text) == days


@pytest.mark.parametrize("text", ["2026", "2026Q5", "Q1", "2026Q"])
def test_a_quarter_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"month|invalid literal|base 10"):
        invoices.quarter(text)
