from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from lander.domain.marketing_action import Marketer, MarketingAction, RecordedAction
from lander.storage.tables import MarketingActionRow

BATCH = 1_000


class MarketingActionRepository:
    """The audit log of the marketing desk. Rows are only ever added."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def record(self, marketer: Marketer, action: MarketingAction, at: datetime | None = None) -> None:
        """Insert in the transaction of the change, so that there is no change without its record.

        `at` is the time of a change that another service made and announced.
        """
        self._session.execute(
            insert(MarketingActionRow).values(**_values(marketer, action), **({} if at is None else {"at": at}))
        )

    def record_all(self, marketer: Marketer, actions: Sequence[MarketingAction]) -> None:
        """Insert those of one change to many things, by a statement for each thousand."""
        for first in range(0, len(actions), BATCH):
            some = actions[first : first + BATCH]
            self._session.execute(insert(MarketingActionRow).values([_values(marketer, action) for action in some]))

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


def _values(marketer: Marketer, action: MarketingAction) -> dict[str, Any]:
    return {
        "site": marketer.site,
        "actor_id": marketer.member_id,
        "action": action.action,
        "subject": action.subject,
        "before": None if action.before is None else dict(action.before),
        "after": None if action.after is None else dict(action.after),
    }
