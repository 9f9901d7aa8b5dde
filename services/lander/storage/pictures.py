from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import ColumnElement, and_, delete, func, select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.picture import Picture
from lander.storage.picture_tables import PagePictureFileRow, PagePictureRow


class PictureRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, site: str, hashed: str, width: int, height: int, files: Mapping[str, bytes]) -> bool:
        """Insert a picture with its files. Returns False for one that is there."""
        values = {"site": site, "hash": hashed, "width": width, "height": height}
        added = insert(PagePictureRow).values(values).on_conflict_do_nothing().returning(PagePictureRow.hash)
        if self._session.execute(added).first() is None:
            return False
        rows = [{"site": site, "hash": hashed, "name": name, "content": content} for name, content in files.items()]
        self._session.execute(insert(PagePictureFileRow).values(rows))
        return True

    def all_of(self, site: str) -> Sequence[Picture]:
        """The pictures of a site, newest first."""
        return [picture for _, picture in self._found(PagePictureRow.site == site)]

    def of(self, site: str, hashes: Collection[str]) -> Mapping[str, Picture]:
        """Those of these pictures that the site has, by hash."""
        named = and_(PagePictureRow.site == site, PagePictureRow.hash.in_(hashes))
        return {picture.hash: picture for _, picture in self._found(named)} if hashes else {}

    def of_sites(self, wanted: Collection[tuple[str, str]]) -> Mapping[tuple[str, str], Picture]:
        """As `of`, by site and hash."""
        named = tuple_(PagePictureRow.site, PagePictureRow.hash).in_(wanted)
        return {(site, picture.hash): picture for site, picture in self._found(named)} if wanted else {}

    def file(self, site: str, hashed: str, name: str) -> bytes | None:
        row = PagePictureFileRow
        return self._session.scalars(
            select(row.content).where(row.site == site, row.hash == hashed, row.name == name)
        ).one_or_none()

    def remove(self, site: str, hashed: str) -> bool:
        """Delete a picture with its files. Returns False if the site has none."""
        named = PagePictureRow.site == site, PagePictureRow.hash == hashed
        return (
            self._session.execute(delete(PagePictureRow).where(*named).returning(PagePictureRow.hash)).first()
            is not None
        )

    def _found(self, where: ColumnElement[bool]) -> Sequence[tuple[str, Picture]]:
        row, file = PagePictureRow, PagePictureFileRow
        sizes = func.jsonb_object_agg(file.name, func.octet_length(file.content))
        rows = self._session.execute(
            select(row.site, row.hash, row.width, row.height, sizes.label("sizes"), row.added_at)
            .join(file, and_(file.site == row.site, file.hash == row.hash))
            .where(where)
            .group_by(row.site, row.hash)
            .order_by(row.added_at.desc(), row.hash)
        )
        return [(each.site, Picture(each.hash, each.width, each.height, each.sizes, each.added_at)) for each in rows]
