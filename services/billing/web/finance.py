"""The desk of finance: invoices, payouts and exports of the company of the caller's brand, and of no other."""

from datetime import date, datetime, timedelta
from typing import Annotated, Literal, Self
from uuid import UUID

from flask import Blueprint, Response
from pydantic import Field, model_validator
from shared.kit.core import csv_of, log_security_event
from shared.kit.http import Input, Output, caller, endpoint, hashed_source

from billing.datev import posting_batch
from billing.domain.invoice import Invoice, series_of
from billing.domain.payout import FindingKind, PayoutFinding, PayoutSums
from billing.invoices import listed_rows, payout_rows, vat_rows
from billing.security_events import Action
from billing.usecases.find_invoice import find_company_invoice
from billing.web.context import current_site, wiring
from billing.web.models import MoneyOut

finance = Blueprint("finance", __name__, url_prefix="/api")

SHOWN = 50
LONGEST = timedelta(days=366)
Number = Annotated[int, Field(ge=1, lt=2**63)]


class Days(Input):
    since: date
    until: date = Field(description="the last day, in UTC")

    @model_validator(mode="after")
    def _a_year_at_most(self) -> Self:
        if not timedelta(0) <= self.until - self.since < LONGEST:
            raise ValueError("from one day to the same or a later one, a year at most")
        return self


class InvoicesQuery(Days):
    """Documents of these days, or those of one payment whenever they were issued."""

    payment: UUID | None = None
    below: Number | None = Field(None, description="numbers below this one: the next page")


class InvoiceNumber(Input):
    number: Number


class FileQuery(Days):
    kind: Literal["invoices", "vat", "payouts", "datev"]


class FinanceInvoice(Output):
    number: int
    corrects: int | None
    issued_at: datetime
    site: str
    payment: UUID
    country: str
    vat_rate: int = Field(description="hundredths of a percent")
    net: MoneyOut
    vat: MoneyOut
    amount: MoneyOut

    @classmethod
    def of(cls, invoice: Invoice) -> Self:
        return cls(
            number=invoice.number,
            corrects=invoice.corrects,
            issued_at=invoice.issued_at,
            site=invoice.site,
            payment=invoice.payment_id,
            country=invoice.country,
            vat_rate=invoice.vat_rate,
            net=MoneyOut.of(invoice.net),
            vat=MoneyOut.of(invoice.vat),
            amount=MoneyOut.of(invoice.amount),
        )


class FinanceInvoices(Output):
    company: str
    invoices: list[FinanceInvoice] = Field(description="the newest first, fifty at most")
    has_more: bool


class FinanceFinding(Output):
    what: FindingKind
    about: str = Field(description="id of the payment here, else of what the provider names")
    found_at: datetime

    @classmethod
    def of(cls, finding: PayoutFinding) -> Self:
        return cls(
            what=finding.what,
            about=str(finding.payment_id or finding.provider_id),
            found_at=finding.found_at,
        )


class FinancePayout(Output):
    provider: str
    id: str
    paid_at: datetime
    gross: MoneyOut
    refunds: MoneyOut
    chargebacks: MoneyOut
    other: MoneyOut
    fees: MoneyOut
    amount: MoneyOut
    difference: MoneyOut
    findings: list[FinanceFinding] = Field(description="differences that nobody has resolved")

    @classmethod
    def of(cls, payout: PayoutSums) -> Self:
        return cls(
            provider=payout.provider,
            id=payout.id,
            paid_at=payout.paid_at,
            gross=MoneyOut.of(payout.gross),
            refunds=MoneyOut.of(payout.refunds),
            chargebacks=MoneyOut.of(payout.chargebacks),
            other=MoneyOut.of(payout.other),
            fees=MoneyOut.of(payout.fees),
            amount=MoneyOut.of(payout.amount),
            difference=MoneyOut.of(payout.difference),
            findings=[FinanceFinding.of(each) for each in payout.findings],
        )


class FinancePayouts(Output):
    company: str
    payouts: list[FinancePayout]
    missing: list[FinanceFinding] = Field(
        description="payments of any day that should be in a payout, a hundred at most"
    )


@finance.get("/finance-invoices.php")
@endpoint()
def get_finance_invoices(query: InvoicesQuery) -> FinanceInvoices:
    """Invoices and credit notes of the company."""
    with wiring().unit_of_work().reading() as reads:
        found = reads.invoices.page(_company(), query.since, query.until, query.payment, query.below, SHOWN + 1)
    return FinanceInvoices(
        company=_company(),
        invoices=[FinanceInvoice.of(each) for each in found[:SHOWN]],
        has_more=len(found) > SHOWN,
    )


@finance.get("/finance-invoice.php")
@endpoint(media_type="application/pdf")
def get_finance_invoice(query: InvoiceNumber) -> Response:
    """One of the company's invoices or credit notes as PDF, in the language of the purchase."""
    dependencies = wiring()
    found = find_company_invoice(dependencies.unit_of_work(), _company(), query.number)
    content = dependencies.invoice_pdf.render(found, dependencies.sites.get(found.invoice.site))
    _log(Action.FINANCE_VIEW_INVOICE, str(query.number))
    return _file(content, found.file_name, "application/pdf")


@finance.get("/finance-payouts.php")
@endpoint()
def get_finance_payouts(query: Days) -> FinancePayouts:
    """Payouts of the providers to the company, with fees and with what differs from our payments."""
    company = _company()
    with wiring().unit_of_work().reading() as reads:
        found = [each for each in reads.payouts.between(query.since, query.until) if each.company == company]
        missing = reads.payouts.missing(company)
    return FinancePayouts(
        company=company,
        payouts=[FinancePayout.of(each) for each in found],
        missing=[FinanceFinding.of(each) for each in missing],
    )


@finance.get("/finance-file.php")
@endpoint(media_type="text/csv")
def get_finance_file(query: FileQuery) -> Response:
    """The company's invoices, VAT by member state or payouts as CSV, or all as a posting batch for DATEV."""
    company = _company()
    # In a transaction: the invoices come by a cursor of the database.
    with wiring().unit_of_work() as reads:
        invoices = (each for each in reads.invoices.between(query.since, query.until) if each.company == company)
        payouts = [each for each in reads.payouts.between(query.since, query.until) if each.company == company]
        if query.kind == "datev":
            books = current_site().bookkeeping
            content = posting_batch(invoices, payouts, books, query.since, query.until, reads.now())
        elif query.kind == "payouts":
            content = csv_of(payout_rows(payouts)).encode()
        elif query.kind == "vat":
            content = csv_of(vat_rows(invoices, f"{query.since}/{query.until}")).encode()
        else:
            content = csv_of(listed_rows(invoices)).encode()
    _log(Action.FINANCE_EXPORT, query.kind)
    name = f"{query.kind}-{company}-{query.since}-{query.until}.csv"
    return _file(content, name, "text/csv")


def _company() -> str:
    """The company of the brand at which the caller has the role: that of the requested site."""
    return series_of(current_site().company)


def _log(action: Action, what: str) -> None:
    log_security_event(action, actor_id=caller().member_id, site=caller().site, source=hashed_source(), reason=what)


def _file(content: bytes, name: str, media_type: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, mimetype=media_type, headers=headers)
