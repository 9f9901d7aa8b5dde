"""Ages, and the birth dates that belong to them."""

from datetime import date


def age_on(day: date, born: date) -> int:
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def born_by(day: date, age: int) -> date:
    """Return the latest birth date of a member who is at least this old on that day."""
    try:
        return day.replace(year=day.year - age)
    except ValueError:  # the 29th of February, in a year without one
        return day.replace(year=day.year - age, day=28)
