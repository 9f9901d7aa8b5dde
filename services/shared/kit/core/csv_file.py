"""CSV for spreadsheets in the reader's locale and for machines; no cell is taken for a formula (CSV injection)."""

from collections.abc import Iterable
from decimal import Decimal

from babel.numbers import get_decimal_symbol

Cell = str | int | Decimal

# Characters that begin a formula in a spreadsheet (CSV injection).
DANGEROUS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "|", "%")
# Invisible characters that may precede one.
BLANK = " \u00a0\u200b\ufeff"


def csv_of(rows: Iterable[Iterable[Cell]], locale: str | None = None) -> str:
    """CSV with numbers unquoted and an apostrophe before text that could be a formula.

    A spreadsheet splits and reads numbers as its country writes them: with a locale, the decimal mark is that of the
    locale, the separator is a semicolon where that mark is a comma, and a byte order mark announces UTF-8. Without a
    locale the file is for machines: RFC 4180, with commas and points.
    """
    mark = get_decimal_symbol(locale) if locale else "."
    separator = ";" if mark == "," else ","
    lines = (separator.join(_written(cell, mark) for cell in row) + "\r\n" for row in rows)
    return ("\ufeff" if locale else "") + "".join(lines)


def _written(cell: Cell, mark: str) -> str:
    if not isinstance(cell, str):
        return f"{cell:f}".replace(".", mark) if isinstance(cell, Decimal) else str(cell)
    guard = "'" if cell.lstrip(BLANK).startswith(DANGEROUS) else ""
    quoted = cell.replace('"', '""')
    return f'"{guard}{quoted}"'
