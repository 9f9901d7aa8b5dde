from datetime import date

import pytest
from lander.domain.cost_file import MOST_PROBLEMS, MOST_ROWS, costs_of
from lander.domain.network import Cost

TODAY = date(2026, 3, 2)
HEAD = "network,day,cost,currency\n"


def read(text: str) -> tuple[list[tuple[str, str, int, str]], list[tuple[int, str]]]:
    costs, problems = costs_of(text, {"northwind", "fjord"}, TODAY)
    rows = [(cost.network, cost.day.isoformat(), cost.minor, cost.currency) for cost in costs]
    return rows, [(each.line, each.problem.value) for each in problems]


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "northwind,2026-03-01,12.5,EUR\n",
        '\ufeffCampaign;Date;Spend;Currency;Network\r\nspring;2026-03-01;"12,50";eur;northwind\r\n',
        "day\tsource\tamount\tcurrency\n\n2026-03-01\t northwind\t12.50\tEUR",
    ],
)
def test_exports_of_networks_are_read(text: str) -> None:
    assert read(text) == ([("northwind", "2026-03-01", 1250, "EUR")], [])


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("southwind,2026-03-01,1,EUR", "network"),
        ("northwind,2026-03-03,1,EUR", "day"),
        ("northwind,01.03.2026,1,EUR", "day"),
        ("northwind,2026-02-30,1,EUR", "day"),
        ("northwind,20260301,1,EUR", "day"),
        ("northwind,2026-03-01,-1,EUR", "sum"),
        ("northwind,2026-03-01,1.005,EUR", "sum"),
        ('northwind,2026-03-01,"1.000,00",EUR', "sum"),
        ("northwind,2026-03-01,=1+1,EUR", "sum"),
        ("northwind,2026-03-01,\u0661,EUR", "sum"),
        ("northwind,2026-03-01,,EUR", "sum"),
        ("northwind,2026-03-01,1,EUX", "currency"),
        ("northwind,2026-03-01,1", "columns"),
        ("fjord,2026-03-01,2,EUR", "twice"),
    ],
)
def test_a_bad_row_is_named_by_its_line(line: str, problem: str) -> None:
    _, problems = read(HEAD + "fjord,2026-03-01,1,EUR\n\n" + line)
    assert problems == [(4, problem)]


@pytest.mark.parametrize("text", ["", "\n\n", "network,day,cost\nnorthwind,2026-03-01,1", "northwind,2026-03-01,1,EUR"])
def test_a_file_without_its_header_is_refused(text: str) -> None:
    assert [problem for _, problem in read(text)[1]] == ["columns"]


def test_the_same_row_twice_is_one() -> None:
    assert costs_of(HEAD + "fjord,2026-03-01,1,EUR\nfjord,2026-03-01,1.00,EUR", {"fjord"}, TODAY) == (
        [Cost("fjord", date(2026, 3, 1), 100, "EUR")],
        [],
    )


def test_a_file_is_bounded() -> None:
    many = "".join(f"n{number},2026-03-01,1,EUR\n" for number in range(MOST_ROWS + 1))
    _, problems = costs_of(HEAD + many, {f"n{number}" for number in range(MOST_ROWS + 1)}, TODAY)
    assert [each.problem.value for each in problems] == ["too_many"]
    assert len(read(HEAD + "x,y,z,w\n" * 1_000)[1]) == MOST_PROBLEMS
