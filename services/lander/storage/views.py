from dataclasses import asdict

from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.view import View
from lander.storage.tables import ViewRow

KEY = ("day", "site", "page", "version", "arm", "network", "locale", "is_suspect")
TODAY = func.date(func.timezone("UTC", func.now()))


class ViewRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def count(self, view: View) -> None:
        """Add one view to the counters of today (UTC)."""
        self._add(view, views=1, went_on=0)

    def count_continuation(self, view: View) -> None:
        """Add one view after which the visitor went on: it is no bounce."""
        self._add(view, views=0, went_on=1)

    def _add(self, view: View, *, views: int, went_on: int) -> None:
        # The row lock of a counter is held for this one statement and its commit.
        row = insert(ViewRow).values(day=TODAY, views=views, went_on=went_on, **asdict(view))
        self._session.execute(
            row.on_conflict_do_update(
                index_elements=KEY,
                set_={"views": ViewRow.views + views, "went_on": ViewRow.went_on + went_on},
            )
        )
