from flask import Blueprint, Response
from shared.kit.core import csv_of
from shared.kit.http import endpoint, locale

from lander.domain.report import ReportQuery
from lander.domain.report_table import cells, header
from lander.usecases.make_report import make_report
from lander.web.context import current_marketer, wiring
from lander.web.report_models import ReportAnswer, WantedReport

report = Blueprint("report", __name__, url_prefix="/api")


@report.get("/marketing-report.php")
@endpoint()
def get_marketing_report(query: WantedReport) -> ReportAnswer:
    """Views, sign-ups and money of this site by one to three dimensions, and whether the money matches the ledger."""
    made = make_report(wiring().unit_of_work(), _wanted(query))
    with wiring().unit_of_work().reading() as uow:
        check = uow.checks.latest()
    return ReportAnswer.of(made, check)


@report.get("/marketing-report-file.php")
@endpoint(media_type="text/csv")
def get_marketing_report_file(query: WantedReport) -> Response:
    """The same report with all rows, as a file for a spreadsheet in the reader's locale."""
    made = make_report(wiring().unit_of_work(), _wanted(query))
    response = Response(csv_of([header(made), *cells(made)], locale()), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="report-{query.first}-{query.last}.csv"'
    return response


def _wanted(query: WantedReport) -> ReportQuery:
    with wiring().unit_of_work().reading() as uow:
        today = uow.now().date()
    return query.query(current_marketer().site, today)
