from datetime import date

from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

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
