"""Invoices and credit notes of a company, numbered without gaps; a credit note has sums below zero."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from shared.sites import Company, Money

from billing.domain.payment import Payment

# The member states of the European Union, whose VAT a company may declare at one place (One Stop Shop).
MEMBER_STATES = frozenset(
    ["AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU", "LV",
     "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK"]
)  # fmt: skip


@dataclass(frozen=True)
class Invoice:
    """`corrects` is the number of the invoice that a credit note, or an invoice after a won chargeback, is about."""

    company: str
    number: int
    payment_id: UUID
    member_id: UUID
    site: str
    seller: Mapping[str, Any]
    country: str
    vat_rate: int
    amount: Money
    vat: Money
    issued_at: datetime
    corrects: int | None = None

    @property
    def net(self) -> Money:
        return self.amount - self.vat

    @property
    def is_credit_note(self) -> bool:
        return self.amount.minor < 0


@dataclass(frozen=True)
class IssuedInvoice:
    """A document with its payment, the time of delivery, and the invoice that it corrects, if any."""

    invoice: Invoice
    payment: Payment
    supplied_at: datetime
    corrected: Invoice | None

    @property
    def file_name(self) -> str:
        return f"{'credit-note' if self.invoice.is_credit_note else 'invoice'}-{self.invoice.number}.pdf"


def series_of(company: Company) -> str:
    """The company whose numbers follow each other, over all its brands: its country and number in the register."""
    return f"{company.country}-{company.kvk}"


def seller_of(company: Company) -> dict[str, Any]:
    """The company as its invoices name it, kept with each: a later change of the document changes none."""
    return company.model_dump(mode="json", include={"name", "address", "city", "country", "kvk", "vat_numbers"})


def steps(payment: Payment, invoiced: int | None) -> Iterator[tuple[Money, Money]]:
    """The amount and VAT of the documents that are due: the invoice, and what went back or came again since.

    `invoiced` is the sum of the payment's documents in hundredths; None without any. The VAT of all steps adds up to
    that of the sum.
    """
    if invoiced is None:
        yield payment.amount, payment.vat
        invoiced = payment.amount.minor
    credited = payment.amount - Money(invoiced, payment.amount.currency)
    if credited != payment.returned:
        yield credited - payment.returned, payment.vat_between(payment.returned, credited)
