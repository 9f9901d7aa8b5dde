"""Invoices and credit notes as PDF, in the language of the purchase: always the same bytes for the same document."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from babel.core import Locale
from babel.dates import format_date
from babel.numbers import format_decimal
from fpdf import FPDF
from fpdf.enums import TableBordersLayout, TableCellFillMode, XPos, YPos
from shared.kit.core import MethodNames, Texts
from shared.sites import Money, Site

from billing.domain.invoice import IssuedInvoice

REGULAR, BOLD = 400.0, 600.0  # weights of the variable fonts
MARGIN, LINE = 20, 6  # millimetres
GREY = 90


class InvoicePdf:
    """Renders invoices with the fonts of the web app, which have the letters of all its languages."""

    def __init__(self, locales: Path, fonts: Path) -> None:
        self._mails, self._credits = Texts(locales, "mails"), Texts(locales, "credits")
        self._methods = MethodNames(locales)
        self._fonts = fonts

    def render(self, issued: IssuedInvoice, site: Site) -> bytes:
        """The document of a purchase at this site."""
        words = _Words(self._mails, self._credits, self._methods, issued, site)
        pdf = FPDF()
        pdf.set_creation_date(issued.invoice.issued_at)
        pdf.set_producer("Pairwise")
        pdf.set_lang(words.locale)
        pdf.set_title(f"{words.title} {issued.invoice.number}")
        pdf.set_author(issued.invoice.seller["name"])
        pdf.set_margin(MARGIN)
        for style, weight in (("", REGULAR), ("B", BOLD)):
            pdf.add_font("figtree", style, self._fonts / "figtree-latin.woff2", variations={"wght": weight})
            pdf.add_font("figtree-ext", style, self._fonts / "figtree-latin-ext.woff2", variations={"wght": weight})
        pdf.set_fallback_fonts(["figtree-ext"])
        pdf.add_page()
        _write(pdf, words, site.name)
        return bytes(pdf.output())


class _Words:
    """The parts of one document in its language."""

    def __init__(self, mails: Texts, credits: Texts, methods: MethodNames, issued: IssuedInvoice, site: Site) -> None:
        self.locale, self._issued = site.spoken(issued.payment.locale), issued
        own = site.texts("credits")
        # Its phrases of mails are for mails alone.
        self._mails = mails.with_own({each: texts.get("mails", {}) for each, texts in site.brand.languages.items()})
        self._credits, self._methods = credits.with_own(own), methods.with_own(own)

    @property
    def title(self) -> str:
        return self.say("pdf_credit_note" if self._issued.invoice.is_credit_note else "pdf_invoice")

    def facts(self) -> Iterator[tuple[str, str]]:
        invoice, payment, corrected = self._issued.invoice, self._issued.payment, self._issued.corrected
        yield self.of_app("detail_number"), str(invoice.number)
        yield self.of_app("column_date"), self._day(invoice.issued_at)
        yield self.say("pdf_supplied"), self._day(self._issued.supplied_at)
        if corrected:
            yield self.say("pdf_corrects"), f"{corrected.number}, {self._day(corrected.issued_at)}"
        yield self.of_app("column_method"), self._methods.find(payment.method, self.locale)
        yield self.say("payment_receipt_number"), str(payment.id)

    def seller(self) -> Iterator[str]:
        seller = self._issued.invoice.seller
        yield from (seller["name"], seller["address"], seller["city"], self._country(seller["country"]))
        yield f"{self.say('pdf_register')}: {seller['kvk']}"
        for number in seller["vat_numbers"]:
            yield f"{self.say('pdf_vat_number')}: {number}"

    def buyer(self) -> Iterator[str]:
        yield self.say("pdf_member", id=str(self._issued.invoice.member_id))
        yield self._country(self._issued.invoice.country)
        yield self.say("pdf_nameless")

    def lines(self, site: str) -> Iterator[tuple[str, str]]:
        """Gross sums, whose total is that of the document."""
        invoice, payment = self._issued.invoice, self._issued.payment
        if self._issued.corrected:
            key = "pdf_refund" if invoice.is_credit_note else "pdf_restored"
            yield self.say(key, number=str(self._issued.corrected.number)), self._sum(invoice.amount)
            return
        credits = self._credits.plural("credits_count", self.locale, payment.credits)
        yield f"{site}: {credits}", self._sum(invoice.amount + payment.discount)
        if payment.discount.minor:
            name = self.of_app("discount_line", code=payment.discount_code)
            yield name, self._sum(Money(0, payment.discount.currency) - payment.discount)

    def totals(self) -> Iterator[tuple[str, str]]:
        invoice = self._issued.invoice
        rate = format_decimal(Decimal(invoice.vat_rate) / 100, locale=self.locale)
        yield self.say("pdf_net"), self._sum(invoice.net)
        yield self.say("pdf_vat", rate=rate), self._sum(invoice.vat)
        yield self.say("payment_receipt_amount"), self._sum(invoice.amount)

    def say(self, key: str, **params: Any) -> str:
        return _printable(self._mails.find(key, self.locale, params) or key)

    def of_app(self, key: str, **params: Any) -> str:
        return _printable(self._credits.find(key, self.locale, params) or key)

    def _day(self, at: datetime) -> str:
        return format_date(at.date(), "long", locale=self.locale)

    def _country(self, code: str) -> str:
        return str(Locale.parse(self.locale).territories.get(code, code))

    def _sum(self, money: Money) -> str:
        # The code: several countries write "kr", and the fonts have no sign of the pound.
        return _printable(f"{self._number(money.value)} {money.currency}")

    def _number(self, value: Decimal) -> str:
        decimals = -int(value.as_tuple().exponent)
        return format_decimal(value, f"#,##0.{'0' * decimals}" if decimals else "#,##0", locale=self.locale)


def _printable(text: str) -> str:
    """Replace the narrow no-break space and the minus sign, which the fonts do not have."""
    return text.replace("\u202f", "\u00a0").replace("\u2212", "-")


def _write(pdf: FPDF, words: _Words, site: str) -> None:
    pdf.set_font("figtree", "B", 20)
    pdf.cell(0, 12, words.title, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.ln(LINE)
    half, top = pdf.epw / 2, pdf.y
    bottoms = []
    for left, heading, lines in (
        (MARGIN, words.say("pdf_seller"), words.seller()),
        (MARGIN + half, words.say("pdf_buyer"), words.buyer()),
    ):
        pdf.set_xy(left, top)
        _heading(pdf, half, heading)
        for line in lines:
            pdf.set_x(left)
            pdf.multi_cell(half - 2, LINE, line, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        bottoms.append(pdf.y)
    pdf.set_xy(MARGIN, max(bottoms) + LINE)
    for name, value in words.facts():
        pdf.set_text_color(GREY)
        pdf.cell(half, LINE, name)
        pdf.set_text_color(0)
        pdf.multi_cell(half, LINE, value, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.ln(LINE)
    _table(pdf, [(words.of_app("column_what"), words.say("payment_receipt_amount")), *words.lines(site)], bold=0)
    pdf.ln(LINE)
    totals = list(words.totals())
    _table(pdf, totals, bold=len(totals) - 1)


def _heading(pdf: FPDF, width: float, text: str) -> None:
    pdf.set_font("figtree", "B", 10)
    pdf.cell(width, LINE, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.set_font("figtree", "", 10)


def _table(pdf: FPDF, rows: list[tuple[str, str]], bold: int) -> None:
    """Rows of a name and a sum; the row number `bold` is emphasized."""
    with pdf.table(
        borders_layout=TableBordersLayout.HORIZONTAL_LINES,
        cell_fill_mode=TableCellFillMode.NONE,
        col_widths=(3, 1),
        first_row_as_headings=False,
        line_height=LINE + 2,
        text_align=("LEFT", "RIGHT"),
    ) as table:
        for index, row in enumerate(rows):
            pdf.set_font("figtree", "B" if index == bold else "", 10)
            table.row(row)
