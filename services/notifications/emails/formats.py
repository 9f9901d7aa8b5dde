"""Dates, sums of money and postal addresses as emails write them in a language."""

from datetime import UTC, date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from babel.core import Locale, UnknownLocaleError
from babel.dates import format_date, format_skeleton, format_time, get_datetime_format, get_timezone_location
from babel.numbers import format_currency
from shared.sites.legal import Company


def day(iso_date: str, locale: str) -> str:
    """`2026-06-02`, with or without a time after it, as a long date."""
    return format_date(date.fromisoformat(iso_date[:10]), "long", locale=locale)


def moment(iso_time: str, locale: str, zone: ZoneInfo | None = None) -> str:
    """`2026-06-02T18:15+00:00` as a long date with its time and the city of its zone: a mailbox has no zone."""
    at = datetime.fromisoformat(iso_time).astimezone(zone or UTC)
    place = f"({get_timezone_location(zone, locale=locale, return_city=True)})" if zone else "UTC"
    joined = str(get_datetime_format("long", locale=locale)).replace("'", "")
    time = format_time(at, "short", locale=locale)
    return joined.replace("{0}", f"{time} {place}").replace("{1}", format_date(at, "long", locale=locale))


def short_moment(iso_time: str, locale: str, zone: ZoneInfo) -> str:
    """As `moment`, without its year, in the few places that a text message has."""
    at = datetime.fromisoformat(iso_time).astimezone(zone)
    place = get_timezone_location(zone, locale=locale, return_city=True)
    return f"{format_skeleton('MMMd', at, locale=locale)}, {format_time(at, 'short', locale=locale)} ({place})"


def money(value: str, currency: str, locale: str) -> str:
    """`19.99` and `EUR`, as events carry them."""
    try:
        return format_currency(Decimal(value), currency, locale=locale)
    except UnknownLocaleError:
        return f"{currency} {value}"


def sender_line(company: Company, locale: str) -> str:
    """The name and the postal address of a site's company, which commercial email has to show."""
    country = Locale.parse(locale).territories.get(company.country, company.country)
    return " · ".join((company.name, company.address, company.city, country))
