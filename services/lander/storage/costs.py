from collections.abc import Sequence
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.network import Cost
from lander.storage.tables import CostRow


class CostRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def enter(self, site: str, network: str, day: date, minor: int, currency: str, by: str) -> None:
        """Store what a site paid a network for a day; a later sum replaces an earlier one."""
        row = insert(CostRow).values(site=site, network=network, day=day, minor=minor, currency=currency, entered_by=by)
        self._session.execute(
            row.on_conflict_do_update(
                index_elements=["site", "network", "day", "currency"],
                set_={"minor": minor, "entered_by": by, "entered_at": func.now()},
            )
        )

    def lock(self, site: str, network: str, day: date, currency: str) -> int | None:
        """The sum entered for this day, under a row lock; None where none was."""
        query = select(CostRow.minor).where(
            CostRow.site == site, CostRow.network == network, CostRow.day == day, CostRow.currency == currency
        )
        return self._session.scalar(query.with_for_update())

    def newest(self, site: str, limit: int) -> Sequence[Cost]:
        """Costs of a site by day, newest first."""
        query = select(CostRow).where(CostRow.site == site)
        rows = self._session.scalars(query.order_by(CostRow.day.desc(), CostRow.network).limit(limit))
        return [Cost(row.network, row.day, row.minor, row.currency) for row in rows]
