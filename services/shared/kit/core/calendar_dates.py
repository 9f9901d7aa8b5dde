"""Dates and times in inputs: ISO 8601 calendar dates with all their hyphens, and no other form.

`date.fromisoformat` also takes week dates (1990-W15-4) and dates without hyphens (19900412), and pydantic takes
seconds since 1970. A typing error in one of these is another valid date.
"""

import re
from datetime import UTC, date, datetime
from typing import Annotated, Any

from pydantic import AwareDatetime, BeforeValidator

CALENDAR_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
CALENDAR_TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?"
)


def read_date(text: str) -> date:
    """The date of a text such as 1990-04-12. Raises ValueError for every other form."""
    if not CALENDAR_DATE.fullmatch(text):
        raise ValueError("must be a date such as 1990-04-12")
    return date.fromisoformat(text)


def read_time(text: str) -> datetime:
    """The time of a text such as 2025-03-01T20:15:00Z, in UTC. Without a zone it is UTC, without a time midnight.

    Raises ValueError for every other form, and for a time that the zone moves out of the years 1 to 9999.
    """
    if not CALENDAR_TIME.fullmatch(text):
        raise ValueError("must be a time such as 2025-03-01T20:15:00Z")
    at = datetime.fromisoformat(text)
    try:
        return at.replace(tzinfo=at.tzinfo or UTC).astimezone(UTC)
    except OverflowError as error:
        raise ValueError("must be a time of the years 1 to 9999") from error


def age_on(day: date, born: date) -> int:
    """Whole years from a birth date to a day."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def _only_text(value: Any) -> Any:
    return read_date(value) if isinstance(value, str) else value


def _only_time(value: Any) -> Any:
    # Behind a validator of ours, strict models take no text for a time any more.
    return datetime.fromisoformat(value) if isinstance(value, str) and read_time(value) else value


# Fields of request models. A time says its zone.
CalendarDate = Annotated[date, BeforeValidator(_only_text)]
CalendarTime = Annotated[AwareDatetime, BeforeValidator(_only_time)]
