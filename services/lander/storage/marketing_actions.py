from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from lander.domain.marketing_action import Marketer, MarketingAction, RecordedAction
from lander.storage.tables import MarketingActionRow


class MarketingActionRepository:
    """The audit log of the marketing desk. Rows are only ever added."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def record(self, marketer: Marketer, action: MarketingAction, at: datetime | None = None) -> None:
        """Insert in the transaction of the change, so that there is no change without its record.

        `at` is the time of a change that another service made and announced.
        """
        self._session.execute(
            insert(MarketingActionRow).values(
                site=marketer.site,
                actor_id=marketer.member_id,
                action=action.action,
                subject=action.subject,
                before=None if action.before is None else dict(action.before),
                after=None if action.after is None else dict(action.after),
                **({} if at is None else {"at": at}),
            )
        )

    def newest(self, site: str, before_id: int | None, limit: int) -> Sequence[RecordedAction]:
        """Actions at the desk of one site, newest first; those older than `before_id` for the next page."""
        rows = select(MarketingActionRow).where(MarketingActionRow.site == site)
        if before_id is not None:
            rows = rows.where(MarketingActionRow.id < before_id)
        newest = rows.order_by(MarketingActionRow.id.desc()).limit(limit)
        return [
            RecordedAction(
                row.id, row.actor_id, row.at, MarketingAction(row.action, row.subject, row.before, row.after)
            )
            for row in self._session.scalars(newest)
        ]
