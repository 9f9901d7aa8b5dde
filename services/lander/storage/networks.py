from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.storage.tables import NetworkRow


class NetworkRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, site: str, name: str) -> bool:
        """False when the site has this network already."""
        added = self._session.execute(
            insert(NetworkRow).values(site=site, name=name).on_conflict_do_nothing().returning(NetworkRow.name)
        )
        return added.first() is not None

    def names(self, site: str) -> Collection[str]:
        return set(self._session.scalars(select(NetworkRow.name).where(NetworkRow.site == site)))

    def all(self) -> Collection[tuple[str, str]]:
        """Every network, as site and name, in that order."""
        rows = self._session.execute(
            select(NetworkRow.site, NetworkRow.name).order_by(NetworkRow.site, NetworkRow.name)
        )
        return [(row.site, row.name) for row in rows]
