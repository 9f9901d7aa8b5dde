from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.marketing_action import Marketer
from lander.domain.report_view import ReportView
from lander.storage.desk_tables import DefaultViewRow, ReportViewRow


class ReportViewRepository:
    """Saved views: a marketer's own, and those that others at the desk share."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def seen_by(self, marketer: Marketer) -> Sequence[ReportView]:
        own = ReportViewRow.owner_id == marketer.member_id
        query = select(ReportViewRow).where(ReportViewRow.site == marketer.site, or_(own, ReportViewRow.is_shared))
        rows = self._session.scalars(query.order_by(ReportViewRow.name, ReportViewRow.id))
        return [_view(row) for row in rows]

    def lock(self, site: str, view_id: UUID) -> ReportView | None:
        """The view of any owner, under a row lock."""
        query = select(ReportViewRow).where(ReportViewRow.id == view_id, ReportViewRow.site == site)
        row = self._session.scalar(query.with_for_update())
        return None if row is None else _view(row)

    def owned(self, marketer: Marketer) -> int:
        theirs = (ReportViewRow.site == marketer.site, ReportViewRow.owner_id == marketer.member_id)
        return self._session.scalar(select(func.count()).where(*theirs)) or 0

    def save(self, site: str, view: ReportView) -> bool:
        """Insert or replace the view. False when the id is another one's, of this desk or of any other."""
        values = {"name": view.name, "query": view.query, "is_shared": view.is_shared}
        row = insert(ReportViewRow).values(id=view.id, site=site, owner_id=view.owner_id, **values)
        saved = row.on_conflict_do_update(
            index_elements=["id"],
            set_=values | {"saved_at": func.now()},
            where=(ReportViewRow.site == site) & (ReportViewRow.owner_id == view.owner_id),
        )
        return self._session.execute(saved.returning(ReportViewRow.id)).first() is not None

    def delete(self, view_id: UUID) -> None:
        self._session.execute(delete(ReportViewRow).where(ReportViewRow.id == view_id))

    def default_of(self, marketer: Marketer) -> UUID | None:
        row = self._session.get(DefaultViewRow, (marketer.site, marketer.member_id))
        return None if row is None else row.view_id

    def set_default(self, marketer: Marketer, view_id: UUID, *, is_default: bool) -> None:
        """Let the report open with this view, or no longer with it."""
        if is_default:
            row = insert(DefaultViewRow).values(site=marketer.site, member_id=marketer.member_id, view_id=view_id)
            self._session.execute(
                row.on_conflict_do_update(index_elements=["site", "member_id"], set_={"view_id": view_id})
            )
            return
        mine = (DefaultViewRow.site == marketer.site, DefaultViewRow.member_id == marketer.member_id)
        self._session.execute(delete(DefaultViewRow).where(*mine, DefaultViewRow.view_id == view_id))


def _view(row: ReportViewRow) -> ReportView:
    return ReportView(row.id, row.owner_id, row.name, row.query, row.is_shared)
