"""Invoices of a test: issuing what is due, and all that were issued."""

from datetime import date

from billing.domain.invoice import Invoice
from billing.usecases.issue_invoices import issue_invoices
from billing.wiring import Wiring


def issue(wired: Wiring) -> None:
    while issue_invoices(wired.unit_of_work, wired.sites):
        pass


def issued(wired: Wiring) -> list[Invoice]:
    with wired.unit_of_work() as uow:
        return list(uow.invoices.between(date(2020, 1, 1), date(2100, 1, 1)))
