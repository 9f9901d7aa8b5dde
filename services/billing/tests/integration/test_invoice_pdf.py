"""Invoices as PDF: for their own member alone, the same bytes each time, and readable in every language."""

import io
from dataclasses import replace
from itertools import product
from typing import Any
from uuid import UUID, uuid4

import pytest
from billing.domain.invoice import IssuedInvoice
from billing.rpc.invoices import InvoiceServicer
from billing.tests.invoices import issue, issued
from billing.tests.makers import FakeProvider, a_member, a_purchase
from billing.usecases.find_invoice import find_invoice
from billing.usecases.withdraw import withdraw
from billing.wiring import Wiring
from pairwise.billing.v1.invoices_pb2 import GetPdfRequest
from pypdf import PdfReader
from shared.kit.core import NotFound
from shared.kit.testing.web import Browser
from shared.languages import LOCALES
from shared.sites import Money

pytestmark = pytest.mark.usefixtures("database")


def words_of(content: bytes) -> str:
    """The text of a PDF, each run of white space as one space."""
    return " ".join("".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages).split())


@pytest.fixture
def ann(wired: Wiring, provider: FakeProvider) -> UUID:
    """A member with an invoice, number 1, and a credit note for all of it."""
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    issue(wired)
    withdraw(wired.unit_of_work(), wired.sites.get(payment.site), ann, uuid4(), payment.id)
    issue(wired)
    return ann


def find(wired: Wiring, member_id: UUID, number: int) -> IssuedInvoice:
    return find_invoice(wired.unit_of_work(), member_id, issued(wired)[0].company, number)


def documents(browser: Browser) -> list[dict[str, Any]]:
    [purchase] = browser.get("/api/transactions.php", kind="purchase").json["transactions"]
    found: list[dict[str, Any]] = purchase["paid"]["documents"]
    return found


def test_a_member_downloads_the_documents_of_a_purchase(browser: Browser, ann: UUID) -> None:
    browser.as_member(ann)

    listed = documents(browser)
    answers = [browser.get("/api/invoice.php", company=each["company"], number=str(each["number"])) for each in listed]

    assert [(each["number"], each["kind"]) for each in listed] == [(1, "invoice"), (2, "credit_note")]
    assert [answer.headers["Content-Disposition"] for answer in answers] == [
        'attachment; filename="invoice-1.pdf"', 'attachment; filename="credit-note-2.pdf"'
    ]  # fmt: skip
    assert {answer.content_type for answer in answers} == {"application/pdf"}
    assert words_of(answers[0].data).startswith("Invoice Seller Pairwise B.V.")


def test_a_document_of_another_member_does_not_exist(browser: Browser, wired: Wiring, ann: UUID) -> None:
    browser.as_member(ann)
    [company] = {each["company"] for each in documents(browser)}
    browser.as_member(a_member(wired))

    for query in ({"company": company, "number": "1"}, {"company": company, "number": "3"}):
        answer = browser.get("/api/invoice.php", **query)
        assert (answer.status_code, answer.json["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "query",
    [{}, {"number": "1"}, {"company": "NL-1"}, {"company": "NL-1", "number": "0"}, {"company": "NL-1", "number": "x"}],
)
def test_a_query_that_names_no_document_is_refused(browser: Browser, ann: UUID, query: dict[str, str]) -> None:
    browser.as_member(ann)

    assert browser.get("/api/invoice.php", **query).status_code == 422


def test_the_email_gets_the_same_document(wired: Wiring, browser: Browser, ann: UUID) -> None:
    browser.as_member(ann)
    company = issued(wired)[0].company
    served = InvoiceServicer(wired)

    found = served.GetPdf(GetPdfRequest(member_id=str(ann), company=company, number=1), None)

    downloaded = browser.get("/api/invoice.php", company=company, number="1").data
    assert (found.file_name, found.content) == ("invoice-1.pdf", downloaded)
    with pytest.raises(NotFound):
        served.GetPdf(GetPdfRequest(member_id=str(uuid4()), company=company, number=1), None)


def test_a_document_has_all_that_an_invoice_needs(wired: Wiring, ann: UUID) -> None:
    invoice, credit_note = (find(wired, ann, number) for number in (1, 2))
    payment = str(invoice.payment.id)

    words = words_of(wired.invoice_pdf.render(invoice, wired.sites.get("pairwise")))
    corrected = words_of(wired.invoice_pdf.render(credit_note, wired.sites.get("pairwise")))

    for expected in (
        *("Voorbeeldstraat 1", "NL000000000B01", str(ann), "Netherlands", "Name and address: not collected"),
        *("Date of supply", "iDEAL", payment, "20 credits", "8.26 EUR", "VAT (21%) 1.73 EUR", "9.99 EUR"),
    ):
        assert expected in words
    for expected in ("Credit note", "Corrects invoice 1, ", "Refund for invoice 1 -9.99 EUR", "VAT (21%) -1.73 EUR"):
        assert expected in corrected


def test_a_document_is_the_same_each_time(wired: Wiring, ann: UUID) -> None:
    found = find(wired, ann, 1)

    assert wired.invoice_pdf.render(found, wired.sites.get("pairwise")) == wired.invoice_pdf.render(
        found, wired.sites.get("pairwise")
    )


def test_a_document_is_readable_in_every_language(wired: Wiring, ann: UUID, caplog: pytest.LogCaptureFixture) -> None:
    for number, locale in product((1, 2), LOCALES):
        found = find(wired, ann, number)
        large = Money(found.invoice.amount.minor * 100_000, "SEK")
        written = replace(
            found,
            invoice=replace(found.invoice, amount=large, vat=large, vat_rate=2550),
            payment=replace(
                found.payment, locale=locale, discount_code="SUMMER", amount=large, normal_amount=large + large
            ),
        )

        content = wired.invoice_pdf.render(written, wired.sites.get("pairwise"))

        assert str(PdfReader(io.BytesIO(content)).root_object["/Lang"]) == locale
        for text in ("pdf_seller", "pdf_buyer", "pdf_supplied", "pdf_net", "payment_receipt_amount"):
            assert " ".join(str(wired.mail_texts.find(text, locale)).split()) in words_of(content)
    # fpdf2 logs characters without a glyph.
    assert [record.message for record in caplog.records if record.name.startswith("fpdf")] == []
