from sqlalchemy import select
from sqlalchemy.orm import Session

from profiles.storage.tables import TownRow


class TownRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def country_and_region(self, town_id: int) -> tuple[str, str] | None:
        """The country and region of a town; None when there is no such town."""
        row = self._session.execute(select(TownRow.country, TownRow.region).where(TownRow.id == town_id)).first()
        return (row.country, row.region) if row else None
