"""A member's transactions as a file that opens in any spreadsheet, and in none as a formula."""

import csv
import io
from collections.abc import Callable, Iterable

from servicekit.texts import Texts
from sites import MESSAGE, Purpose

from billing.domain.transfer import Kind, Transfer
from billing.usecases.list_transactions import Listed

COLUMNS = ("date", "what", "who", "credits", "balance")
# What a spreadsheet takes for the beginning of a formula.
DANGEROUS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "|", "%")


# What may stand before it unseen.
BLANK = " \u00a0\u200b\ufeff"


def csv_of(listed: Listed, texts: Texts, gifts: Texts, locale: str) -> str:
    def word(key: str) -> str:
        return texts.find(key, locale) or gifts.find(key, locale) or key

    return written([[word(f"column_{name}") for name in COLUMNS], *_rows(listed, word)])


def _rows(listed: Listed, word: Callable[[str], str]) -> Iterable[list[str | int]]:
    for transfer in listed.transfers:
        partner = listed.partners.get(transfer.partner_id) if transfer.partner_id else None
        yield [
            f"{transfer.created_at:%Y-%m-%d %H:%M:%S}Z",
            _what(transfer, word),
            partner.name if partner else "",
            transfer.credits,
            transfer.balance_after,
        ]


def _what(transfer: Transfer, word: Callable[[str], str]) -> str:
    ware = transfer.ware
    if transfer.kind is Kind.REVERSAL and transfer.credits - transfer.debt > 0:
        return word("kind_reversal_undone")
    if ware == MESSAGE:
        is_free = transfer.kind is Kind.MESSAGE and transfer.credits == 0
        return word("kind_message_free" if is_free else f"kind_{transfer.kind}")
    if transfer.kind is Kind.UNDELIVERED:
        return word("kind_undelivered")
    what = word(f"refunded_{ware.purpose}" if transfer.kind is Kind.REFUND else f"kind_{ware.purpose}")
    return f"{what}: {word(f'name_{ware.item}')}" if ware.purpose is Purpose.GIFT else what


def written(rows: Iterable[Iterable[str | int]]) -> str:
    """Numbers as numbers; text that could be a formula with an apostrophe before it."""
    file = io.StringIO()
    # The mark at the beginning tells spreadsheets that the letters are UTF-8.
    file.write("\ufeff")
    csv.writer(file, quoting=csv.QUOTE_NONNUMERIC).writerows([[_safe(cell) for cell in row] for row in rows])
    return file.getvalue()


def _safe(cell: str | int) -> str | int:
    if isinstance(cell, str) and cell.lstrip(BLANK).startswith(DANGEROUS):
        return f"'{cell}"
    return cell
