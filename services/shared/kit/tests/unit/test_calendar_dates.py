from datetime import UTC, date, datetime

import pytest
from pydantic import BaseModel, ValidationError
from shared.kit.core.calendar_dates import CalendarDate, read_date, read_time

OTHER_FORMS = [
    "1990-W15-4",
    "1990W154",
    "19900412",
    "1990-102",
    "1990-4-12",
    "1990-04-12T00:00:00",
    "٢٠٠٠-01-01",
    "0",
    "1e9",
]


class DateInput(BaseModel):
    day: CalendarDate


@pytest.mark.parametrize("text", [*OTHER_FORMS, "1990-02-30", "", " 1990-04-12", "1990-04-12\n"])
def test_only_calendar_dates_are_dates(text: str) -> None:
    with pytest.raises(ValueError, match=r"must be|out of range|day is"):
        read_date(text)
    with pytest.raises(ValidationError):
        DateInput.model_validate({"day": text})


def test_a_calendar_date_is_read() -> None:
    assert read_date("1990-04-12") == DateInput.model_validate({"day": "1990-04-12"}).day == date(1990, 4, 12)


@pytest.mark.parametrize(
    "text",
    [
        "2025-W09-6",
        "20250301T201500Z",
        "2025-03-01T20",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-12:00",
        "now",
    ],
)
def test_other_times_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"must be|out of range|day is"):
        read_time(text)


@pytest.mark.parametrize(
    "text", ["2025-03-01T20:15:00Z", "2025-03-01 21:15:00.000+01:00", "2025-03-01T20:15", "2025-03-01T22:15+02:00"]
)
def test_a_time_is_read_in_utc(text: str) -> None:
    assert read_time(text) == datetime(2025, 3, 1, 20, 15, tzinfo=UTC)
