from datetime import date

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.money import RevenueCheck
from lander.storage.tables import RevenueCheckRow


class CheckRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def is_fine(self, day: date) -> bool:
        """Whether that day's comparison was made and found no difference."""
        row = self._session.get(RevenueCheckRow, day)
        return row is not None and row.differences == 0

    def store(self, day: date, first: date, differences: int) -> None:
        """Store the outcome of a comparison of the days from `first` until before `day`."""
        values = {"first": first, "after": day, "differences": differences}
        row = insert(RevenueCheckRow).values(day=day, **values)
        self._session.execute(
            row.on_conflict_do_update(index_elements=[RevenueCheckRow.day], set_={**values, "checked_at": func.now()})
        )

    def latest(self) -> RevenueCheck | None:
        row = self._session.scalar(select(RevenueCheckRow).order_by(RevenueCheckRow.day.desc()).limit(1))
        return None if row is None else RevenueCheck(row.checked_at, row.first, row.after, row.differences)
