from collections.abc import Callable, Iterable
from datetime import timedelta

from shared.kit.core import Unavailable, csv_of, logger

from lander.domain.report import Dimension, ReportQuery
from lander.domain.report_table import cells, header
from lander.report_files import ReportFiles
from lander.storage import LanderUnit
from lander.usecases.make_report import make_report

FROM_HOUR = 4  # UTC, after the comparison with the ledger
# Money of earlier sign-ups changes for a year and more, so each file has all days again and replaces the one before.
DAYS = timedelta(days=400)
BY = (Dimension.DAY, Dimension.PAGE, Dimension.NETWORK)


def write_report_files(unit_of_work: Callable[[], LanderUnit], files: ReportFiles, sites: Iterable[str]) -> None:
    """Write one file of the report for each site once a night: `<site>/report-<day>.csv`, until yesterday in UTC.

    Numbers have a point, as machines read them. A store that does not answer is asked again at the next turn. Two
    workers at once write the same file.
    """
    with unit_of_work().reading() as uow:
        now = uow.now()
    if now.hour < FROM_HOUR:
        return
    today = now.date()
    for site in sites:
        name = f"{site}/report-{today - timedelta(days=1)}.csv"
        try:
            if not files.has(name):
                report = make_report(unit_of_work(), ReportQuery(site, today - DAYS, today, BY))
                files.write(name, csv_of([header(report), *cells(report)]).encode())
        except Unavailable:
            logger().error("report_file_not_written", site=site)
