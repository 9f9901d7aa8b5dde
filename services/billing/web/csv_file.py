"""A member's transactions as a file that opens in any spreadsheet, and in none as a formula."""

from collections.abc import Callable, Iterable

from shared.kit.csv_file import written
from shared.kit.texts import Texts
from shared.sites import MESSAGE, Purpose

from billing.domain.transfer import Transfer, TransferKind
from billing.usecases.list_transactions import TransactionList

COLUMNS = ("date", "what", "who", "credits", "balance")


def csv_of(listed: TransactionList, texts: Texts, gifts: Texts, locale: str) -> str:
    def word(key: str) -> str:
        return texts.find(key, locale) or gifts.find(key, locale) or key

    return written([[word(f"column_{name}") for name in COLUMNS], *_rows(listed, word)])


def _rows(listed: TransactionList, word: Callable[[str], str]) -> Iterable[list[str | int]]:
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
    billable_item = transfer.billable_item
    if transfer.kind is TransferKind.REVERSAL and transfer.credits - transfer.debt > 0:
        return word("kind_reversal_undone")
    if billable_item == MESSAGE:
        is_free = transfer.kind is TransferKind.MESSAGE and transfer.credits == 0
        return word("kind_message_free" if is_free else f"kind_{transfer.kind}")
    if transfer.kind is TransferKind.UNDELIVERED:
        return word("kind_undelivered")
    what = word(
        f"refunded_{billable_item.purpose}" if transfer.kind is TransferKind.REFUND else f"kind_{billable_item.purpose}"
    )
    return f"{what}: {word(f'name_{billable_item.item}')}" if billable_item.purpose is Purpose.GIFT else what
