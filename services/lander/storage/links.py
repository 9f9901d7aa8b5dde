from collections.abc import Mapping, Sequence

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.smart_link import SmartLink
from lander.storage.link_tables import SmartLinkRow


class LinkRepository:
    """The smart links of a site, by name."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, site: str, link: SmartLink) -> bool:
        """False when the site has one of this name."""
        row = insert(SmartLinkRow).values(site=site, name=link.name, document=link.described())
        added = self._session.execute(row.on_conflict_do_nothing().returning(SmartLinkRow.name))
        return added.first() is not None

    def lock(self, site: str, name: str) -> SmartLink | None:
        """The link under a row lock, for a change that is recorded with what it replaced."""
        query = select(SmartLinkRow).where(SmartLinkRow.site == site, SmartLinkRow.name == name).with_for_update()
        row = self._session.scalar(query)
        return None if row is None else SmartLink.of(row.name, row.document)

    def replace(self, site: str, link: SmartLink) -> None:
        theirs = (SmartLinkRow.site == site, SmartLinkRow.name == link.name)
        self._session.execute(update(SmartLinkRow).where(*theirs).values(document=link.described()))

    def remove(self, site: str, name: str) -> None:
        self._session.execute(delete(SmartLinkRow).where(SmartLinkRow.site == site, SmartLinkRow.name == name))

    def is_known(self, site: str, name: str) -> bool:
        return bool(name) and self._session.get(SmartLinkRow, (site, name)) is not None

    def count(self, site: str) -> int:
        return self._session.scalar(select(func.count()).where(SmartLinkRow.site == site)) or 0

    def of_site(self, site: str) -> Sequence[SmartLink]:
        rows = self._session.scalars(select(SmartLinkRow).where(SmartLinkRow.site == site).order_by(SmartLinkRow.name))
        return [SmartLink.of(row.name, row.document) for row in rows]

    def all(self) -> Mapping[tuple[str, str], SmartLink]:
        """Every smart link, by site and name."""
        rows = self._session.scalars(select(SmartLinkRow))
        return {(row.site, row.name): SmartLink.of(row.name, row.document) for row in rows}
