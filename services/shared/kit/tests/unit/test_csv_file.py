"""CSV read back with the dialect of each locale, as its spreadsheets read it."""

import csv
import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.kit.core.csv_file import DANGEROUS, Cell, csv_of
from shared.languages import LOCALES

ROWS: list[list[Cell]] = [["What", "Sum"], ['Roses; two, „red“ "ones"', Decimal("-1234.50")], ["Credits", 20]]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_spreadsheet_of_the_locale_reads_every_cell(locale: str) -> None:
    separator, mark = (",", ".") if locale == "en" else (";", ",")

    file = csv_of(ROWS, locale)

    assert file.startswith("\ufeff")
    read = list(csv.reader(io.StringIO(file.removeprefix("\ufeff"), newline=""), delimiter=separator))
    assert read == [["What", "Sum"], [ROWS[1][0], f"-1234{mark}50"], ["Credits", "20"]]


def test_machines_read_commas_and_points_without_a_byte_order_mark() -> None:
    assert csv_of([["a", Decimal("1E+3"), -2]]) == '"a",1000,-2\r\n'


@pytest.mark.parametrize("locale", [None, *LOCALES])
@pytest.mark.parametrize("start", [*DANGEROUS, " =", "\u200b+", "\ufeff@"])
def test_no_text_begins_a_formula(start: str, locale: str | None) -> None:
    assert f'"\'{start}1+1"' in csv_of([[f"{start}1+1"]], locale)


@given(st.lists(st.text(alphabet=st.sampled_from("=+-@＝＋－＠|%\t\r\n\"',; \u00a0\u200baé")), min_size=1))
def test_no_cell_is_a_formula(cells: list[str]) -> None:
    [row] = csv.reader(io.StringIO(csv_of([cells]), newline=""))

    assert len(row) == len(cells)
    assert not any(
        cell.strip(" \u00a0\u200b")[:1] in tuple("=+-@＝＋－＠|%\t\r\n") for cell in row if cell.strip(" \u00a0\u200b")
    )
