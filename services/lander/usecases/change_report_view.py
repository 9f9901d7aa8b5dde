"""Saved views of the report. Changes of shared ones are recorded, those of a marketer's own are not."""

from uuid import UUID

from shared.kit.core import NotFound

from lander.domain.marketing_action import Marketer, MarketingAction
from lander.domain.report_view import MOST_VIEWS, ReportView
from lander.errors import ViewsFull
from lander.storage import LanderUnit


def save_report_view(uow: LanderUnit, marketer: Marketer, view: ReportView) -> None:
    """Make a view, or replace one of the marketer's own. Raises ViewsFull, and NotFound for a view of another's."""
    with uow:
        before = uow.report_views.lock(marketer.site, view.id)
        if before is None and uow.report_views.owned(marketer) >= MOST_VIEWS:
            raise ViewsFull()
        if not uow.report_views.save(marketer.site, view):
            raise NotFound()
        if view.is_shared or (before is not None and before.is_shared):
            uow.actions.record(marketer, MarketingAction("view.save", view.name))
        uow.commit()


def choose_default_view(uow: LanderUnit, marketer: Marketer, view_id: UUID, *, is_default: bool) -> None:
    """Let the marketer's report open with a view they see, or no longer with it. Raises NotFound."""
    with uow:
        view = uow.report_views.lock(marketer.site, view_id)
        if view is None or not (view.is_shared or view.owner_id == marketer.member_id):
            raise NotFound()
        uow.report_views.set_default(marketer, view_id, is_default=is_default)
        uow.commit()


def delete_report_view(uow: LanderUnit, marketer: Marketer, view_id: UUID) -> None:
    """Delete one of the marketer's own views, or one that is shared. Raises NotFound for any other."""
    with uow:
        view = uow.report_views.lock(marketer.site, view_id)
        if view is None or not (view.is_shared or view.owner_id == marketer.member_id):
            raise NotFound()
        uow.report_views.delete(view_id)
        if view.is_shared:
            uow.actions.record(marketer, MarketingAction("view.delete", view.name))
        uow.commit()
