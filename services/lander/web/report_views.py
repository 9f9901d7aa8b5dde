"""Saved views of the report at the marketing desk."""

from typing import Annotated
from uuid import UUID

from flask import Blueprint
from pydantic import Field, StringConstraints
from shared.kit.core import ClientId
from shared.kit.http import Input, Nothing, Output, endpoint

from lander.domain.report_view import LONGEST_NAME, LONGEST_QUERY, ReportView
from lander.usecases.change_report_view import choose_default_view, delete_report_view, save_report_view
from lander.web.context import current_marketer, wiring

report_views = Blueprint("report_views", __name__, url_prefix="/api")

ViewName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME)]


class SaveView(Input):
    id: ClientId
    name: ViewName
    query: str = Field(max_length=LONGEST_QUERY, pattern=r"^[^\s#?]*$", description="Of the report's address")
    is_shared: bool = False


class ChooseView(Input):
    id: UUID
    is_default: bool


class ViewId(Input):
    id: UUID


class ReportViewOut(Output):
    id: UUID
    name: str
    query: str
    is_shared: bool
    is_own: bool
    is_default: bool


class ReportViewsAnswer(Output):
    views: list[ReportViewOut]


@report_views.get("/marketing-views.php")
@endpoint()
def get_marketing_views() -> ReportViewsAnswer:
    """The saved views of this marketer, and those shared at the desk of this site, by name."""
    marketer = current_marketer()
    with wiring().unit_of_work().reading() as uow:
        found, default = uow.report_views.seen_by(marketer), uow.report_views.default_of(marketer)
    return ReportViewsAnswer(
        views=[
            ReportViewOut(
                id=view.id,
                name=view.name,
                query=view.query,
                is_shared=view.is_shared,
                is_own=view.owner_id == marketer.member_id,
                is_default=view.id == default,
            )
            for view in found
        ]
    )


@report_views.post("/marketing-views.php")
@endpoint(status=201)
def post_marketing_view(body: SaveView) -> Nothing:
    """Save a view under a name; one's own of the same id is replaced."""
    marketer = current_marketer()
    view = ReportView(body.id, marketer.member_id, body.name, body.query, body.is_shared)
    save_report_view(wiring().unit_of_work(), marketer, view)
    return Nothing()


@report_views.put("/marketing-views.php")
@endpoint()
def put_marketing_view(body: ChooseView) -> Nothing:
    """Open the report with a view from now on, or no longer with it."""
    choose_default_view(wiring().unit_of_work(), current_marketer(), body.id, is_default=body.is_default)
    return Nothing()


@report_views.delete("/marketing-views.php")
@endpoint()
def delete_marketing_view(body: ViewId) -> Nothing:
    """Delete a view: one's own, or one that is shared."""
    delete_report_view(wiring().unit_of_work(), current_marketer(), body.id)
    return Nothing()
