from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.suspicion import Suspicion
from lander.domain.view import View
from lander.storage.tables import SuspicionRow, ViewRow

KEY = ("day", "site", "page", "version", "arm", "network", "locale", "is_suspect")
TODAY = func.date(func.timezone("UTC", func.now()))


class ViewRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def count(self, view: View) -> None:
        """Add one view to the counters of today (UTC), and to those of its suspicion."""
        self._add(view, views=1, went_on=0)
        if view.suspicion is not None:
            self._add_suspicion(view, view.suspicion)

    def count_continuation(self, view: View) -> None:
        """Add one view after which the visitor went on: it is no bounce."""
        self._add(view, views=0, went_on=1)

    def _add(self, view: View, *, views: int, went_on: int) -> None:
        # The row lock of a counter is held for this statement, that of the suspicion and their commit.
        names = {name: getattr(view, name) for name in KEY if name not in ("day", "is_suspect")}
        is_suspect = view.suspicion is not None
        row = insert(ViewRow).values(day=TODAY, is_suspect=is_suspect, views=views, went_on=went_on, **names)
        self._session.execute(
            row.on_conflict_do_update(
                index_elements=KEY,
                set_={"views": ViewRow.views + views, "went_on": ViewRow.went_on + went_on},
            )
        )

    def _add_suspicion(self, view: View, suspicion: Suspicion) -> None:
        names = {"site": view.site, "page": view.page, "network": view.network, "reason": suspicion.value}
        row = insert(SuspicionRow).values(day=TODAY, views=1, **names)
        self._session.execute(
            row.on_conflict_do_update(index_elements=("day", *names), set_={"views": SuspicionRow.views + 1})
        )
