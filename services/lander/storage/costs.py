from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date

from sqlalchemy import func, select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.network import Cost
from lander.storage.tables import CostRow

CostKey = tuple[str, date, str]
# A statement has at most 65,535 parameters, six a row.
BATCH = 1_000


def key_of(cost: Cost) -> CostKey:
    """What a sum is entered for: one replaces another of the same key."""
    return cost.network, cost.day, cost.currency


class CostRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def enter(self, site: str, costs: Sequence[Cost], by: str) -> None:
        """Store what a site paid networks by day, each once; a later sum replaces an earlier one."""
        for first in range(0, len(costs), BATCH):
            some = costs[first : first + BATCH]
            row = insert(CostRow).values([{"site": site, "entered_by": by, **asdict(cost)} for cost in some])
            self._session.execute(
                row.on_conflict_do_update(
                    index_elements=["site", "network", "day", "currency"],
                    set_={"minor": row.excluded.minor, "entered_by": by, "entered_at": func.now()},
                )
            )

    def lock(self, site: str, costs: Sequence[Cost]) -> Mapping[CostKey, int]:
        """The sums that were entered for these networks, days and currencies, under row locks.

        Their networks are locked already, so that the order of the rows does not matter.
        """
        key = tuple_(CostRow.network, CostRow.day, CostRow.currency)
        found: dict[CostKey, int] = {}
        for first in range(0, len(costs), BATCH):
            some = costs[first : first + BATCH]
            query = select(CostRow.network, CostRow.day, CostRow.currency, CostRow.minor)
            query = query.where(CostRow.site == site, key.in_([key_of(cost) for cost in some]))
            for row in self._session.execute(query.with_for_update()):
                found[row.network, row.day, row.currency] = row.minor
        return found

    def newest(self, site: str, limit: int) -> Sequence[Cost]:
        """Costs of a site by day, newest first."""
        query = select(CostRow).where(CostRow.site == site)
        rows = self._session.scalars(query.order_by(CostRow.day.desc(), CostRow.network).limit(limit))
        return [Cost(row.network, row.day, row.minor, row.currency) for row in rows]
