from collections.abc import Collection

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.report import Payout
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

    def pay(self, site: str, name: str, payout: Payout) -> bool:
        """Store what the network is paid for from now on, for all of its sign-ups. False when the site lacks it."""
        changed = self._session.execute(
            update(NetworkRow)
            .where(NetworkRow.site == site, NetworkRow.name == name)
            .values(
                payout_goal=payout.goal,
                payout_minor=payout.minor,
                payout_currency=payout.currency,
                payout_share=payout.share,
            )
            .returning(NetworkRow.name)
        )
        return changed.first() is not None

    def names(self, site: str) -> Collection[str]:
        return set(self._session.scalars(select(NetworkRow.name).where(NetworkRow.site == site)))

    def all(self) -> Collection[tuple[str, str]]:
        """Every network, as site and name, in that order."""
        rows = self._session.execute(
            select(NetworkRow.site, NetworkRow.name).order_by(NetworkRow.site, NetworkRow.name)
        )
        return [(row.site, row.name) for row in rows]
