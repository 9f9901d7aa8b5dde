"""CSV that opens in any spreadsheet, and in none as a formula (CSV injection)."""

import csv
import io
from collections.abc import Iterable
from decimal import Decimal

Cell = str | int | Decimal

# Characters that begin a formula in a spreadsheet (CSV injection).
DANGEROUS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "|", "%")
# Invisible characters that may precede one.
BLANK = " \u00a0\u200b\ufeff"


def written(rows: Iterable[Iterable[Cell]]) -> str:
    """CSV with numbers unquoted and an apostrophe before text that could be a formula."""
    file = io.StringIO()
    # The byte order mark marks for spreadsheets that the file is UTF-8.
    file.write("\ufeff")
    csv.writer(file, quoting=csv.QUOTE_NONNUMERIC).writerows([[_safe(cell) for cell in row] for row in rows])
    return file.getvalue()


def _safe(cell: Cell) -> Cell:
    if isinstance(cell, str) and cell.lstrip(BLANK).startswith(DANGEROUS):
        return f"'{cell}"
    return cell
