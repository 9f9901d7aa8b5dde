"""The page of moderation in numbers: the figures of the last published transparency report."""

from datetime import date

from flask import Blueprint
from pydantic import Field
from shared.kit.http import Output, endpoint

from profiles.moderation.web.context import current_site_key, wiring

transparency = Blueprint("transparency", __name__, url_prefix="/api")


class ReportsFigures(Output):
    received: int
    acted: int
    dismissed: int
    open: int
    median_hours: float | None = Field(description="To the decision; null for too few")
    reasons: dict[str, int]


class AppealsFigures(Output):
    received: int
    granted: int
    turned_down: int
    open: int
    median_hours: float | None


class TransparencyReportOut(Output):
    first: date
    last: date
    published: date
    reports: ReportsFigures
    measures: dict[str, int] = Field(description="Restrictions; `suspend_for_good` is one of them")
    found: dict[str, int] = Field(description="How the restricted was found: report, own_initiative, automated")
    appeals: AppealsFigures
    suspended_reporters: int


class TransparencyAnswer(Output):
    report: TransparencyReportOut | None = Field(description="Null before the first one is published")


@transparency.get("/transparency.php")
@endpoint()
def get_transparency_report() -> TransparencyAnswer:
    """Return the figures of the last transparency report that the site has published."""
    with wiring().reads() as reads:
        row = reads.reports.last_published(current_site_key())
    if row is None:
        return TransparencyAnswer(report=None)
    return TransparencyAnswer(
        report=TransparencyReportOut(first=row.first, last=row.last, published=row.published, **row.figures)
    )
