from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.storage.desk_tables import CostKeyRow


class CostKeyRepository:
    """One key for each site; a new one ends the one before."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def replace(self, site: str, key_hash: bytes, by: UUID) -> None:
        row = insert(CostKeyRow).values(site=site, key_hash=key_hash, made_by=by)
        fresh = {"key_hash": key_hash, "made_by": by, "made_at": func.now()}
        self._session.execute(row.on_conflict_do_update(index_elements=["site"], set_=fresh))

    def revoke(self, site: str) -> bool:
        """False without a key."""
        gone = delete(CostKeyRow).where(CostKeyRow.site == site).returning(CostKeyRow.site)
        return self._session.execute(gone).first() is not None

    def made_at(self, site: str) -> datetime | None:
        return self._session.scalar(select(CostKeyRow.made_at).where(CostKeyRow.site == site))

    def maker(self, site: str, key_hash: bytes) -> UUID | None:
        """The marketer who made the key with this hash, if it is the site's."""
        query = select(CostKeyRow.made_by).where(CostKeyRow.site == site, CostKeyRow.key_hash == key_hash)
        return self._session.scalar(query)
