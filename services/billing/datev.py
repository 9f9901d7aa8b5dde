"""Invoices as a DATEV posting batch (EXTF 700, category 21 "Buchungsstapel", version 13).

From the public description of the format: https://developer.datev.de/datev/platform/en/dtvf/formate/buchungsstapel
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime

from shared.sites import Bookkeeping, Money
from shared.sites.bookkeeping import Territory

from billing.domain.invoice import MEMBER_STATES, Invoice
from billing.domain.payout import PayoutSums

ENCODING = "cp1252"
COLUMNS = (
    *(
        "Umsatz (ohne Soll/Haben-Kz)",
        "Soll/Haben-Kennzeichen",
        "WKZ Umsatz",
        "Kurs",
        "Basis-Umsatz",
        "WKZ Basis-Umsatz",
    ),
    *("Konto", "Gegenkonto (ohne BU-Schlüssel)", "BU-Schlüssel", "Belegdatum", "Belegfeld 1", "Belegfeld 2", "Skonto"),
    *("Buchungstext", "Postensperre", "Diverse Adressnummer", "Geschäftspartnerbank", "Sachverhalt", "Zinssperre"),
    "Beleglink",
    *(f"Beleginfo - {part} {number}" for number in range(1, 9) for part in ("Art", "Inhalt")),
    *("KOST1 - Kostenstelle", "KOST2 - Kostenstelle", "Kost-Menge", "EU-Land u. UStID (Bestimmung)"),
    *("EU-Steuersatz (Bestimmung)", "Abw. Versteuerungsart", "Sachverhalt L+L", "Funktionsergänzung L+L"),
    *("BU 49 Hauptfunktionstyp", "BU 49 Hauptfunktionsnummer", "BU 49 Funktionsergänzung"),
    *(f"Zusatzinformation - {part} {number}" for number in range(1, 21) for part in ("Art", "Inhalt")),
    *("Stück", "Gewicht", "Zahlweise", "Forderungsart", "Veranlagungsjahr", "Zugeordnete Fälligkeit", "Skontotyp"),
    *("Auftragsnummer", "Buchungstyp", "USt-Schlüssel (Anzahlungen)", "EU-Land (Anzahlungen)"),
    *("Sachverhalt L+L (Anzahlungen)", "EU-Steuersatz (Anzahlungen)", "Erlöskonto (Anzahlungen)", "Herkunft-Kz"),
    *("Buchungs GUID", "KOST-Datum", "SEPA-Mandatsreferenz", "Skontosperre", "Gesellschaftername"),
    *("Beteiligtennummer", "Identifikationsnummer", "Zeichnernummer", "Postensperre bis"),
    *("Bezeichnung SoBil-Sachverhalt", "Kennzeichen SoBil-Buchung", "Festschreibung", "Leistungsdatum"),
    *("Datum Zuord. Steuerperiode", "Fälligkeit", "Generalumkehr (GU)", "Steuersatz", "Land", "Abrechnungsreferenz"),
    *("BVV-Position", "EU-Land u. UStID (Ursprung)", "EU-Steuersatz (Ursprung)", "Abw. Skontokonto"),
)


def posting_batch(
    invoices: Iterable[Invoice],
    payouts: Iterable[PayoutSums],
    books: Bookkeeping,
    since: date,
    until: date,
    at: datetime,
) -> bytes:
    """The batch of one company's documents and payouts from a day to another of the same year.

    Of a payout, the sum that arrived and the fees are debited, each against the customers, whose payments they are.

    A posting debits the customers with the gross sum, or credits them for a credit note. Sums in another currency than
    the euro have no exchange rate: the importing program asks for it. Postings are not locked (Festschreibung 0).
    """
    header = [
        *('"EXTF"', "700", "21", '"Buchungsstapel"', "13", f"{at:%Y%m%d%H%M%S}000", "", '"RE"', '""', '""'),
        *(str(books.consultant), str(books.client), f"{since.year}0101", str(books.account_length)),
        *(f"{since:%Y%m%d}", f"{until:%Y%m%d}", '"Pairwise"', '""', "1", "0", "0", '"EUR"'),
        *("", '""', "", "", f'"{books.chart[-2:]}"', "", "", '""', '""'),
    ]
    postings = [_posting(each, books) for each in invoices]
    postings += [posting for each in payouts for posting in _payout_postings(each, books)]
    lines = [header, [_quoted(column) for column in COLUMNS], *map(_row, postings)]
    text = "".join(";".join(line) + "\r\n" for line in lines)
    return text.encode(ENCODING, "replace")


def _posting(invoice: Invoice, books: Bookkeeping) -> Iterator[tuple[str, str]]:
    territory = _territory(invoice)
    yield "Umsatz (ohne Soll/Haben-Kz)", f"{abs(invoice.amount.value):.2f}".replace(".", ",")
    yield "Soll/Haben-Kennzeichen", _quoted("H" if invoice.is_credit_note else "S")
    yield "WKZ Umsatz", _quoted(invoice.amount.currency)
    yield "Konto", str(books.customers)
    yield "Gegenkonto (ohne BU-Schlüssel)", str(books.revenue(territory))
    yield "Belegdatum", f"{invoice.issued_at:%d%m}"
    yield "Belegfeld 1", _quoted(str(invoice.number))
    yield "Buchungstext", _quoted(f"{'Gutschrift' if invoice.is_credit_note else 'Rechnung'} {invoice.number}")
    if territory == "union":
        yield "EU-Land u. UStID (Bestimmung)", _quoted(invoice.country)
        yield "EU-Steuersatz (Bestimmung)", f"{invoice.vat_rate / 100:.2f}".replace(".", ",")
    yield "Festschreibung", "0"


def _payout_postings(payout: PayoutSums, books: Bookkeeping) -> Iterator[Iterator[tuple[str, str]]]:
    provider = payout.provider.capitalize()
    for amount, account, text in (
        (payout.amount, books.clearing_account, f"{provider} Auszahlung {payout.id}"),
        (payout.fees, books.fee_account, f"{provider} Gebühren {payout.id}"),
    ):
        if amount.minor:
            yield _payout_posting(payout, amount, account, text, books)


def _payout_posting(
    payout: PayoutSums, amount: Money, account: int, text: str, books: Bookkeeping
) -> Iterator[tuple[str, str]]:
    yield "Umsatz (ohne Soll/Haben-Kz)", f"{abs(amount.value):.2f}".replace(".", ",")
    yield "Soll/Haben-Kennzeichen", _quoted("S" if amount.minor > 0 else "H")
    yield "WKZ Umsatz", _quoted(amount.currency)
    yield "Konto", str(account)
    yield "Gegenkonto (ohne BU-Schlüssel)", str(books.customers)
    yield "Belegdatum", f"{payout.paid_at:%d%m}"
    yield "Belegfeld 1", _quoted(payout.id[:36])
    yield "Buchungstext", _quoted(text[:60])
    yield "Festschreibung", "0"


def _territory(invoice: Invoice) -> Territory:
    if invoice.country == invoice.seller["country"]:
        return "domestic"
    return "union" if {invoice.country, invoice.seller["country"]} <= MEMBER_STATES else "elsewhere"


def _row(posting: Iterable[tuple[str, str]]) -> list[str]:
    values: Mapping[str, str] = dict(posting)
    return [values.get(column, "") for column in COLUMNS]


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
