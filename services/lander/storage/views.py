"""Counters of views. Each is counted by one statement, compiled once and sent together with its commit."""

from shared.kit.db import Statement
from sqlalchemy import SmallInteger, bindparam, cast, func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.view import View
from lander.storage.link_tables import LinkViewRow
from lander.storage.tables import SuspicionRow, ViewClassRow, ViewRow

TODAY = func.date(func.timezone("UTC", func.now()))
HOUR = cast(func.extract("hour", func.timezone("UTC", func.now())), SmallInteger)
NAMES = ("site", "page", "version", "arm", "network", "locale")
CLASSES = ("country", "device")
SUSPICION_NAMES = ("site", "page", "network")


def _given(*names: str) -> dict[str, object]:
    return {name: bindparam(name) for name in names}


_view = insert(ViewRow).values(day=TODAY, **_given(*NAMES, "is_suspect", "views", "went_on"))
ADD_VIEW = Statement(
    _view.on_conflict_do_update(
        index_elements=("day", *NAMES, "is_suspect"),
        set_={
            "views": ViewRow.views + _view.excluded.views,
            "went_on": ViewRow.went_on + _view.excluded.went_on,
        },
    )
)
_class = insert(ViewClassRow).values(day=TODAY, hour=HOUR, **_given(*NAMES, *CLASSES, "is_suspect", "views", "went_on"))
ADD_CLASS = Statement(
    _class.on_conflict_do_update(
        index_elements=("day", *NAMES, "hour", *CLASSES, "is_suspect"),
        set_={
            "views": ViewClassRow.views + _class.excluded.views,
            "went_on": ViewClassRow.went_on + _class.excluded.went_on,
        },
    )
)
_link = insert(LinkViewRow).values(
    day=TODAY, hour=HOUR, **_given("link", *NAMES, *CLASSES, "is_suspect", "views", "went_on")
)
ADD_LINK = Statement(
    _link.on_conflict_do_update(
        index_elements=("day", "link", *NAMES, "hour", *CLASSES, "is_suspect"),
        set_={
            "views": LinkViewRow.views + _link.excluded.views,
            "went_on": LinkViewRow.went_on + _link.excluded.went_on,
        },
    )
)
_suspicion = insert(SuspicionRow).values(day=TODAY, views=1, **_given(*SUSPICION_NAMES, "reason"))
ADD_SUSPICION = Statement(
    _suspicion.on_conflict_do_update(
        index_elements=("day", *SUSPICION_NAMES, "reason"), set_={"views": SuspicionRow.views + 1}
    )
)


class ViewRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def count(self, view: View) -> None:
        """Add one view to the counters of today (UTC), and to those of its suspicion."""
        self._add(view, views=1, went_on=0)
        if view.suspicion is not None:
            names = {name: getattr(view, name) for name in SUSPICION_NAMES}
            ADD_SUSPICION.with_commit(self._session, reason=view.suspicion.value, **names)

    def count_continuation(self, view: View) -> None:
        """Add one view after which the visitor went on: it is no bounce."""
        self._add(view, views=0, went_on=1)

    def _add(self, view: View, *, views: int, went_on: int) -> None:
        names = {name: getattr(view, name) for name in NAMES}
        counts = {"is_suspect": view.suspicion is not None, "views": views, "went_on": went_on}
        ADD_VIEW.with_commit(self._session, **counts, **names)
        classes = {name: getattr(view, name) for name in CLASSES}
        ADD_CLASS.with_commit(self._session, **counts, **names, **classes)
        if view.link:
            ADD_LINK.with_commit(self._session, link=view.link, **counts, **names, **classes)
