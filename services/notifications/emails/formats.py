"""Dates and sums of money as emails write them in a language."""

from datetime import date
from decimal import Decimal

from babel.core import UnknownLocaleError
from babel.dates import format_date
from babel.numbers import format_currency


def day(iso_date: str, locale: str) -> str:
    """`2026-06-02`, with or without a time after it, as a long date."""
    return format_date(date.fromisoformat(iso_date[:10]), "long", locale=locale)


def money(value: str, currency: str, locale: str) -> str:
    """`19.99` and `EUR`, as events carry them."""
    try:
        return format_currency(Decimal(value), currency, locale=locale)
    except UnknownLocaleError:
        return f"{currency} {value}"
