from typing import TypeVar

from lander.domain.report import IN_TIME, Report, ReportQuery, ReportRow
from lander.storage import LanderUnit

K = TypeVar("K")


def make_report(uow: LanderUnit, query: ReportQuery) -> Report:
    """Views, sign-ups and money of a site by the dimensions asked for, with their sums."""
    with uow.reading() as uow:
        payouts = uow.reports.payouts(query.site)
        by_network: dict[tuple[str, tuple[str, ...]], ReportRow] = {}
        for network, part in uow.reports.parts(query):
            _add(by_network, (network, part.key), part)
        suspicions = uow.reports.suspicions(query) if query.has_views else {}
    rows: dict[tuple[str, ...], ReportRow] = {}
    for (network, _), line in by_network.items():
        if network in payouts:
            line.owe(payouts[network])
    attributed = ReportRow.sum_of([line for (network, _), line in by_network.items() if network])
    others = ReportRow.sum_of([line for (network, _), line in by_network.items() if not network])
    for (_, key), line in by_network.items():
        _add(rows, key, line)
    total = ReportRow.sum_of([attributed, others])
    return Report(query, tuple(_sorted(query, rows)), total, attributed, suspicions)


def _add(rows: dict[K, ReportRow], key: K, part: ReportRow) -> None:
    """Add a part to the row of this key; the first one becomes the row."""
    if (row := rows.get(key)) is None:
        rows[key] = part
    else:
        row.add(part)


def _sorted(query: ReportQuery, rows: dict[tuple[str, ...], ReportRow]) -> list[ReportRow]:
    """By time where the first dimension is one, else by sign-ups and views, most first."""
    if query.by[0] in IN_TIME:
        return [rows[key] for key in sorted(rows)]
    return sorted(rows.values(), key=lambda row: (-row.sign_ups, -row.views, row.key))
