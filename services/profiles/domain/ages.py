"""The birth dates that belong to ages."""

from datetime import date


def born_by(day: date, age: int) -> date:
    """Return the latest birth date of a member who is at least this old on that day."""
    try:
        return day.replace(year=day.year - age)
    except ValueError:  # the 29th of February, in a year without one
        return day.replace(year=day.year - age, day=28)
