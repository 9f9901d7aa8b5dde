"""Texts of refusals, with their parameters as a reader of the language writes them."""

import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from babel.dates import format_date
from babel.numbers import format_currency

from shared.kit.core.texts import Texts

ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
DECIMAL = re.compile(r"\d+\.\d+")


def error_text(texts: Texts, code: str, locale: str, params: Mapping[str, Any]) -> str | None:
    """The text of a code; None if there is none.

    Dates are written out, and decimals beside a `currency` are sums of money in it. Where the text has plural forms,
    the only whole number among the parameters is its `count`.
    """
    count = next((value for value in params.values() if type(value) is int), None)
    values = {
        "count": count,
        **{name: _readable(value, params.get("currency"), locale) for name, value in params.items()},
    }
    found = texts.find(code, locale, values) if count is None else texts.find_plural(code, locale, count, values)
    return found or None


def _readable(value: Any, currency: str | None, locale: str) -> Any:
    if not isinstance(value, str):
        return value
    if ISO_DATE.fullmatch(value):
        return format_date(date.fromisoformat(value), "long", locale=locale)
    return format_currency(Decimal(value), currency, locale=locale) if currency and DECIMAL.fullmatch(value) else value
