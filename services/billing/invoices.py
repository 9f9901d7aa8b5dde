"""Export invoices for bookkeeping: `python -m billing.invoices list|vat|payouts|datev`.

`list --from 2026-10-01 --until 2026-12-31` prints every invoice and credit note as CSV.
`vat --quarter 2026Q4` prints the VAT by company, member state, rate and currency, for the One Stop Shop.
`payouts --from 2026-10-01 --until 2026-12-31` prints the payouts of the providers with their fees; `difference` is what
the lines do not explain, and `findings` names what differs from our payments (KIND:PAYMENT), until it is resolved.
`datev --company NL-12345678 --from 2026-10-01 --until 2026-12-31` prints invoices and payouts as a posting batch for
DATEV, with the accounts that `bookkeeping` of the company's first site names.
Sums of a credit note are below zero; in a batch the other side of the posting shows it. What is due is issued first.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from shared.kit.core import Cell, csv_of, set_up_logs
from shared.sites import Bookkeeping, Money, SiteDirectory

from billing.datev import posting_batch
from billing.domain.invoice import MEMBER_STATES, Invoice, series_of
from billing.domain.payout import PayoutSums
from billing.usecases.issue_invoices import issue_invoices
from billing.wiring import Wiring, read_settings, wire

COLUMNS = (
    "company", "number", "kind", "corrects", "issued_at", "site", "payment_id", "country", "currency", "net",
    "vat_percentage", "vat", "gross", "seller", "seller_vat_numbers",
)  # fmt: skip
PAYOUT_COLUMNS = (
    "company", "provider", "payout", "paid_at", "currency", "gross", "refunds", "chargebacks", "other", "fees",
    "amount", "difference", "findings",
)  # fmt: skip
VAT_COLUMNS = ("company", "quarter", "country", "vat_percentage", "currency", "net", "vat", "gross")


def main(arguments: Sequence[str] | None = None, wiring: Wiring | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    listed = commands.add_parser("list", help="print invoices and credit notes as CSV")
    datev = commands.add_parser("datev", help="print a posting batch (EXTF) for DATEV")
    datev.add_argument("--company", required=True, metavar="NL-12345678", help="country and register number")
    payouts = commands.add_parser("payouts", help="print payouts of the providers, with their fees, as CSV")
    for command in (listed, payouts, datev):
        command.add_argument("--from", dest="since", type=date.fromisoformat, required=True, metavar="DAY")
        command.add_argument("--until", type=date.fromisoformat, required=True, metavar="DAY", help="last day, in UTC")
    vat = commands.add_parser("vat", help="print VAT by member state as CSV")
    vat.add_argument("--quarter", type=quarter, required=True, metavar="2026Q4")
    given = parser.parse_args(arguments)
    if given.command == "datev" and given.since.year != given.until.year:
        parser.error("a batch is for days of one year")

    dependencies = wiring or wire(read_settings())
    while issue_invoices(dependencies.unit_of_work, dependencies.sites):
        pass
    since, until = given.quarter if given.command == "vat" else (given.since, given.until)
    books = _books(dependencies.sites, given.company) if given.command == "datev" else None
    with dependencies.unit_of_work() as uow:
        if given.command == "payouts":
            sys.stdout.write(csv_of(payout_rows(uow.payouts.between(since, until))))
            return 0
        found = uow.invoices.between(since, until)
        if books:
            of_company = (each for each in found if each.company == given.company)
            paid_out = [each for each in uow.payouts.between(since, until) if each.company == given.company]
            sys.stdout.buffer.write(posting_batch(of_company, paid_out, books, since, until, uow.now()))
            return 0
        rows = (
            listed_rows(found) if given.command == "list" else vat_rows(found, f"{since.year}Q{since.month // 3 + 1}")
        )
        sys.stdout.write(csv_of(rows))
    return 0


def _books(sites: SiteDirectory, company: str) -> Bookkeeping:
    """The bookkeeping of the company's first site. Exits with a message where no site has this company."""
    for _, site in sites.items():
        if series_of(site.company) == company:
            return site.bookkeeping
    raise SystemExit(f"no site of the company {company}")


def quarter(text: str) -> tuple[date, date]:
    """The first and the last day of a quarter written as 2026Q4. Raises ValueError."""
    year, _, number = text.partition("Q")
    first = date(int(year), {"1": 1, "2": 4, "3": 7, "4": 10}.get(number, 0), 1)
    following = date(first.year + first.month // 10, (first.month + 2) % 12 + 1, 1)
    return first, following - timedelta(days=1)


def _percentage(rate: int) -> str:
    return f"{rate / 100:.2f}"


def listed_rows(invoices: Iterable[Invoice]) -> Iterable[Sequence[Cell]]:
    """The table of documents, with its heading."""
    yield COLUMNS
    for each in invoices:
        yield (
            each.company,
            each.number,
            "credit note" if each.is_credit_note else "invoice",
            each.corrects if each.corrects is not None else "",
            f"{each.issued_at:%Y-%m-%d}",
            each.site,
            str(each.payment_id),
            each.country,
            each.amount.currency,
            each.net.value,
            _percentage(each.vat_rate),
            each.vat.value,
            each.amount.value,
            each.seller["name"],
            " ".join(each.seller["vat_numbers"]),
        )


def payout_rows(payouts: Iterable[PayoutSums]) -> Iterable[Sequence[Cell]]:
    """The table of payouts, with its heading."""
    yield PAYOUT_COLUMNS
    for each in payouts:
        sums = (each.gross, each.refunds, each.chargebacks, each.other, each.fees, each.amount, each.difference)
        findings = " ".join(f"{found.what}:{found.payment_id or found.provider_id}" for found in each.findings)
        about = (each.company, each.provider, each.id, f"{each.paid_at:%Y-%m-%d}", each.amount.currency)
        yield *about, *(money.value for money in sums), findings


def vat_rows(invoices: Iterable[Invoice], name: str) -> Iterable[Sequence[Cell]]:
    """The table of VAT by member state, with its heading; `name` is that of the time, such as a quarter."""
    yield VAT_COLUMNS
    groups: dict[tuple[str, str, int, str], tuple[int, int]] = defaultdict(lambda: (0, 0))
    for each in invoices:
        if each.country in MEMBER_STATES:
            key = each.company, each.country, each.vat_rate, each.amount.currency
            gross, vat = groups[key]
            groups[key] = gross + each.amount.minor, vat + each.vat.minor
    for (company, country, rate, currency), (gross, vat) in sorted(groups.items()):
        sums = (Money(minor, currency).value for minor in (gross - vat, vat, gross))
        yield company, name, country, _percentage(rate), currency, *sums


if __name__ == "__main__":
    set_up_logs("billing", "operator")
    sys.exit(main())
