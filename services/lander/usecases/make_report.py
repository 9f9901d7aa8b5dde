from lander.domain.report import Dimension, Report, ReportQuery, ReportRow
from lander.storage import LanderUnit


def make_report(uow: LanderUnit, query: ReportQuery) -> Report:
    """Views, sign-ups and money of a site by the dimensions asked for, with their sums."""
    with uow.reading() as uow:
        payouts = uow.reports.payouts(query.site)
        by_network: dict[tuple[str, tuple[str, ...]], ReportRow] = {}
        for network, part in uow.reports.parts(query):
            by_network.setdefault((network, part.key), ReportRow(part.key)).add(part)
    rows: dict[tuple[str, ...], ReportRow] = {}
    total, attributed = ReportRow(), ReportRow()
    for (network, key), line in by_network.items():
        if network in payouts:
            line.owe(payouts[network])
        rows.setdefault(key, ReportRow(key)).add(line)
        total.add(line)
        if network:
            attributed.add(line)
    return Report(query, tuple(_sorted(query, rows)), total, attributed)


def _sorted(query: ReportQuery, rows: dict[tuple[str, ...], ReportRow]) -> list[ReportRow]:
    """By time where the first dimension is one, else by sign-ups and views, most first."""
    if query.by[0] in (Dimension.DAY, Dimension.WEEK):
        return [rows[key] for key in sorted(rows)]
    return sorted(rows.values(), key=lambda row: (-row.sign_ups, -row.views, row.key))
