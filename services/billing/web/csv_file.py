"""A member's transactions as a file that opens in any spreadsheet, and in none as a formula."""

from collections.abc import Callable, Iterable
from datetime import tzinfo

from shared.kit.core import Cell, MethodNames, Texts, csv_of
from shared.sites import MESSAGE, Purpose

from billing.domain.payment import Payment
from billing.domain.transfer import Transfer, TransferKind
from billing.usecases.list_transactions import TransactionList

COLUMNS = ("what", "who", "credits", "balance", "amount", "currency", "method", "discount", "code")


def transactions_csv(
    listed: TransactionList, texts: Texts, gifts: Texts, methods: MethodNames, locale: str, zone: tzinfo
) -> str:
    """The file for spreadsheets of the locale, with times of the zone that the first heading names."""

    def word(key: str) -> str:
        return texts.find(key, locale) or gifts.find(key, locale) or key

    headings = [f"{word('column_date')} ({zone})", *(word(f"column_{name}") for name in COLUMNS)]
    return csv_of([headings, *_rows(listed, zone, word, lambda method: methods.find(method, locale))], locale)


def _rows(
    listed: TransactionList, zone: tzinfo, word: Callable[[str], str], method: Callable[[str], str]
) -> Iterable[list[Cell]]:
    for transfer in listed.transfers:
        partner = listed.partner_of(transfer)
        at = transfer.created_at.astimezone(zone) if transfer.created_at else ""
        yield [
            f"{at:%Y-%m-%d %H:%M:%S}" if at else "",
            _what(transfer, word),
            partner.name if partner else "",
            transfer.credits,
            transfer.balance_after,
            *_paid(transfer, listed.payment_of(transfer), method),
        ]


def _paid(transfer: Transfer, payment: Payment | None, method: Callable[[str], str]) -> list[Cell]:
    """The money of a purchase. A reversal names none: several of them may share what went back of one payment."""
    if payment is None or transfer.kind is not TransferKind.PURCHASE:
        return [""] * 5
    discount = payment.discount.value if payment.discount.minor else ""
    return [
        payment.amount.value,
        payment.amount.currency,
        method(payment.method),
        discount,
        payment.discount_code or "",
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
