"""Rows of a report are added name by name; none may be left out."""

from dataclasses import fields

import pytest
from lander.domain.report import ReportRow, Revenue


@pytest.mark.parametrize("kind", [Revenue, ReportRow])
def test_every_number_is_added(kind: type[Revenue] | type[ReportRow]) -> None:
    numbers = [each.name for each in fields(kind) if each.type is int]
    one, other = kind(), kind()
    for position, name in enumerate(numbers):
        setattr(one, name, position)
        setattr(other, name, 100)

    one.add(other)  # type: ignore[arg-type]

    assert len(numbers) > 5
    assert {name: getattr(one, name) for name in numbers} == {
        name: 100 + position for position, name in enumerate(numbers)
    }
